// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.state.State;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;

@Tag("http")
@DisplayName("The engine of an application")
class LifecycleTest {

    private static final Operation WORK = Operation.named("work").build();

    @Test
    @Timeout(60)
    @DisplayName(
            "R9: drains before any pool is closed: an attempt that runs has what it needs, and its answer is saved")
    void drainsFirst() throws Exception {
        MemoryStore store = MemoryStore.create();
        Booted booted = Booted.of(Booted.Bare.class, Pool.class)
                .bean("store", store)
                .with("semel.drain-time", "30s")
                .run();
        Pool pool = booted.bean(Pool.class);
        Idempotency engine = booted.bean(Idempotency.class);
        Thread closing = new Thread(booted::close);
        Intent intent = intent();

        engine.execute(intent, ticket -> {
            closing.start();
            awaitRefusal(engine);
            assertThat(pool.isClosed()).isFalse();
            return Outcome.completed(Saved.of("text/plain", new byte[0]));
        });
        closing.join();

        assertThat(pool.isClosed()).isTrue();
        assertThat(store.find(intent.recordId())
                        .toCompletableFuture()
                        .join()
                        .orElseThrow()
                        .record()
                        .state())
                .isEqualTo(State.COMPLETED);
    }

    /** An engine that drains admits nobody. */
    private static void awaitRefusal(Idempotency engine) {
        for (Admission admission = engine.admit(intent());
                !(admission instanceof Admission.Unavailable);
                admission = engine.admit(intent())) {
            if (admission instanceof Admission.Run run) {
                run.ticket().release();
            }
        }
    }

    @Test
    @DisplayName("goes on when a context that was stopped is started again")
    void startsAgain() throws Exception {
        try (Booted booted = Booted.of(Booted.Bare.class).run()) {
            Idempotency engine = booted.bean(Idempotency.class);

            booted.context().stop();
            assertThat(engine.admit(intent())).isInstanceOf(Admission.Unavailable.class);
            booted.context().start();

            assertThat(engine.execute(intent(), ticket -> Outcome.completed(Saved.of("text/plain", new byte[0]))))
                    .isNotNull();
        }
    }

    private static Intent intent() {
        return new Intent(WORK, Tenant.sole(), new IdempotencyKey(Client.newKey()), Fingerprint.of("payload"));
    }

    /** Something that handlers need, made after the engine: when beans are destroyed, it goes first. */
    @Configuration(proxyBeanMethods = false)
    @DependsOn("semelEngine")
    static class Pool implements AutoCloseable {

        private final AtomicBoolean closed = new AtomicBoolean();

        boolean isClosed() {
            return closed.get();
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }
}
