// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Whether the store answers: asked once a second at the most, however many pages are open. Safe for use by several threads. */
final class StoreHealth {

    private static final RecordId NOBODYS =
            new RecordId(new Tenant("semel"), "semel.ready", new IdempotencyKey("semel.ready"));
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final double NANOS_PER_MILLI = 1e6;

    private final Desk desk;
    private final LongSupplier nanos;
    private CompletableFuture<Reading> last = CompletableFuture.completedFuture(new Reading("not asked yet", 0));
    private long asked;

    StoreHealth(Desk desk, LongSupplier nanos) {
        this.desk = desk;
        this.nanos = nanos;
        this.asked = nanos.getAsLong() - FRESH.toNanos();
    }

    private record Reading(@Nullable String problem, double millis) {}

    CompletionStage<Map<String, @Nullable Object>> view() {
        return reading().thenApply(reading -> {
            Map<String, @Nullable Object> view = new LinkedHashMap<>();
            view.put("healthy", reading.problem() == null);
            view.put("problem", reading.problem());
            view.put("answerMillis", reading.problem() == null ? reading.millis() : null);
            view.put("browsable", desk.canBrowse());
            view.put("settleable", desk.canSettle());
            view.put("guarantees", Views.of(desk.guarantees()));
            return view;
        });
    }

    private synchronized CompletableFuture<Reading> reading() {
        long now = nanos.getAsLong();
        if (last.isDone() && now - asked >= FRESH.toNanos()) {
            asked = now;
            last = ask(now);
        }
        return last;
    }

    private CompletableFuture<Reading> ask(long begin) {
        CompletionStage<?> answer;
        try {
            answer = desk.find(NOBODYS);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.handle((found, failure) -> failure == null
                        ? new Reading(null, (nanos.getAsLong() - begin) / NANOS_PER_MILLI)
                        : new Reading("the store does not answer: protected requests get 503 and nothing runs", 0))
                .toCompletableFuture();
    }
}
