// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.Codec;
import dev.semel.Execution;
import dev.semel.Fingerprint;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Tenant;
import dev.semel.key.KeyRules;
import dev.semel.memory.MemoryStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

@DisplayName("RunsOnce")
class RunsOnceTest {

    private final AtomicInteger effects = new AtomicInteger();

    private static void assertFails(Executable check, String... says) {
        AssertionError failed = catchThrowableOfType(AssertionError.class, check::execute);
        assertThat(failed).as("the assertion fails").isNotNull();
        assertThat(failed.getMessage()).contains(says);
    }

    @Test
    @DisplayName("R40: accepts an idempotent service, called twice, often, and by many at once")
    void accepts() {
        Operation operation =
                Operation.webhooks("orders.paid").keyRules(KeyRules.LENIENT).build();
        Handler handler = ticket -> Outcome.completed(Codec.UTF_8.save("order " + effects.incrementAndGet()));
        try (Idempotency idempotency =
                Idempotency.builder(MemoryStore.create()).developmentMode().build()) {
            for (String key : new String[] {"evt-1", "evt-2", "evt-3"}) {
                Intent intent = new Intent(operation, Tenant.sole(), new IdempotencyKey(key), Fingerprint.of("paid"));
                RunsOnce<Execution> once = RunsOnce.that(() -> idempotency.execute(intent, handler), effects::get)
                        .busyWhen(execution -> execution instanceof Execution.NotRun)
                        .comparing(execution -> execution.value(Codec.UTF_8));
                switch (key) {
                    case "evt-1" -> once.whenCalledTwice();
                    case "evt-2" -> once.whenCalled(5);
                    default -> once.whenCalledAtOnce(16);
                }
            }
        }
        assertThat(effects).hasValue(3);
    }

    @Test
    @DisplayName("R40: says how often the effect happened, when it was not once")
    void ranTwice() {
        assertFails(
                () -> RunsOnce.that(() -> "paid " + (effects.incrementAndGet() > 0), effects::get)
                        .whenCalledTwice(),
                "called 2 times",
                "happened 2 times");
        assertFails(
                () -> RunsOnce.that(() -> "paid " + (effects.incrementAndGet() > 0), effects::get)
                        .whenCalledAtOnce(4),
                "called 4 times at once",
                "happened 5 times");
        assertFails(() -> RunsOnce.that(() -> "paid", effects::get).whenCalledTwice(), "happened 0 times");
    }

    @Test
    @DisplayName("R40: shows two answers that differ")
    void differentAnswers() {
        AtomicInteger calls = new AtomicInteger();
        assertFails(
                () -> RunsOnce.that(
                                () -> {
                                    effects.compareAndSet(0, 1);
                                    return "answer " + calls.incrementAndGet();
                                },
                                effects::get)
                        .whenCalledTwice(),
                "<answer 1>",
                "<answer 2>");
    }

    @Test
    @DisplayName("R40: shows a call that threw, answered nothing, or was refused though it was alone")
    void noAnswer() {
        assertFails(
                () -> RunsOnce.that(
                                () -> {
                                    throw new IOException("no route");
                                },
                                effects::get)
                        .whenCalledTwice(),
                "call 1",
                "no route");
        assertFails(() -> RunsOnce.that(() -> null, effects::get).whenCalledTwice(), "call 1", "null");
        assertFails(
                () -> RunsOnce.that(() -> 409, effects::get)
                        .busyWhen(status -> status == 409)
                        .whenCalledAtOnce(2),
                "ran alone",
                "409");
    }

    @Test
    @DisplayName("R40: refuses to show by a single call that something runs once: that would hold of everything")
    void onceIsNoProof() {
        RunsOnce<String> unprotected = RunsOnce.that(() -> "paid " + effects.incrementAndGet(), effects::get);
        for (int calls : new int[] {1, 0, -1}) {
            assertThatThrownBy(() -> unprotected.whenCalled(calls))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("two calls or more");
            assertThatThrownBy(() -> unprotected.whenCalledAtOnce(calls)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(effects).hasValue(0);
    }

    @Test
    @DisplayName("R40: an aspect that is missing in all answers is the same, and one that is missing in some is not")
    void missingAspect() {
        AtomicInteger calls = new AtomicInteger();
        Callable<Integer> once = () -> {
            effects.compareAndSet(0, 1);
            return calls.incrementAndGet();
        };
        RunsOnce.that(once, effects::get).comparing(answer -> null).whenCalledTwice();
        effects.set(0);
        calls.set(0);
        assertFails(
                () -> RunsOnce.that(once, effects::get)
                        .comparing(answer -> answer == 1 ? null : "body")
                        .whenCalledTwice(),
                "<null>",
                "<body>");
    }
}
