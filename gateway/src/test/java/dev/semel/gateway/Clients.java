// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Clients that ask with their keys at each of several gateways until they have an answer, whoever dies meanwhile. */
final class Clients implements AutoCloseable {

    private static final int THREADS = 16;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** In progress, and what a gateway says that is dying, or that has lost its upstream or its store. */
    private static final Set<Integer> NOT_YET = Set.of(409, 502, 503, 504);

    /** What a gateway says whose store did not answer in time: nothing of the record, and to come again. */
    private static final int UNAVAILABLE = 503;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);
    private final AtomicInteger open = new AtomicInteger();
    private final Witness witness;
    private final IntFunction<URI> gateways;
    private final int places;

    Clients(Witness witness, IntFunction<URI> gateways, int places) {
        this.witness = witness;
        this.gateways = gateways;
        this.places = places;
    }

    /** Every key is asked for at every gateway, and so by two at once. */
    void ask(List<String> keys) {
        open.addAndGet(keys.size() * places);
        for (String key : keys) {
            for (int place = 0; place < places; place++) {
                int at = place;
                threads.execute(() -> ask(key, at));
            }
        }
    }

    private void ask(String key, int place) {
        HttpResponse<String> answer = send(key, place);
        if (answer != null && answer.statusCode() == 201) {
            witness.answered(key, answer.body());
            open.decrementAndGet();
        } else if (answer == null || NOT_YET.contains(answer.statusCode())) {
            ScheduledFuture<?> unused =
                    threads.schedule(() -> ask(key, place), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } else {
            witness.finds(key + " got a " + answer.statusCode() + ": " + answer.body());
            open.decrementAndGet();
        }
    }

    /** All of them once more, each at one gateway: they must all get what they got before. */
    void askAgain(List<String> keys) {
        open.addAndGet(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i);
            int place = i % places;
            threads.execute(() -> askAgain(key, place));
        }
    }

    private void askAgain(String key, int place) {
        HttpResponse<String> answer = send(key, place);
        if (answer == null) {
            witness.finds(key + " cannot be asked for again");
        } else if (answer.statusCode() == UNAVAILABLE) {
            ScheduledFuture<?> unused =
                    threads.schedule(() -> askAgain(key, place), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            return;
        } else {
            boolean isReplay =
                    answer.headers().firstValue("Idempotent-Replayed").isPresent();
            witness.askedAgain(key, answer.statusCode(), isReplay, answer.body());
        }
        open.decrementAndGet();
    }

    /** Null when the connection broke, or there was none: what any client has to live with. */
    private @Nullable HttpResponse<String> send(String key, int place) {
        try {
            return client.send(
                    HttpRequest.newBuilder(gateways.apply(place).resolve("/charges"))
                            .header("Idempotency-Key", key)
                            .POST(HttpRequest.BodyPublishers.ofString("100"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Its patience is counted in looks: a machine that stands still for a while is no reason for a test to fail. */
    void awaitAnswers() {
        for (int looks = 0; open.get() > 0; looks++) {
            if (looks > PATIENCE.toMillis()) {
                throw new AssertionError(open.get() + " requests got no answer");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
