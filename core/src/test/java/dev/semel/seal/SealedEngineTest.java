// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import static dev.semel.seal.Scene.found;
import static dev.semel.seal.Scene.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Unavailable;
import dev.semel.Execution;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.event.AdmissionEvent.StoreFailed;
import dev.semel.event.SemelEvent;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import java.security.Provider;
import java.security.ProviderException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An engine over a sealed store")
class SealedEngineTest {

    private static final Saved ANSWER = text("card 4242 was charged");
    private static final KeyRing KEYS = KeyRing.of(Secrets.key("2026-05", 1));
    private static final KeyRing OTHERS = KeyRing.of(Secrets.key("2026-11", 2));

    private final MemoryStore inside = MemoryStore.create();
    private final AtomicInteger runs = new AtomicInteger();
    private final Queue<SemelEvent> heard = new ConcurrentLinkedQueue<>();

    @Test
    @DisplayName("R27: runs once, and replays what was sealed")
    void replays() throws Exception {
        assertThat(answer(execute(SealedStore.over(inside, KEYS), charge()))).isEqualTo(ANSWER);
        assertThat(answer(execute(SealedStore.over(inside, KEYS), charge()))).isEqualTo(ANSWER);

        assertThat(runs).hasValue(1);
        assertThat(Seal.isOn(found(inside, intent(charge()).recordId()))).isTrue();
    }

    @Test
    @DisplayName(
            "R20, T10, R27: an answer whose key is not there is neither shown nor run again, and says which key is missing")
    void keyIsMissing() throws Exception {
        execute(SealedStore.over(inside, OTHERS), charge());

        assertRefused(
                SealedStore.over(inside, KEYS),
                charge(),
                "sealed with the key '2026-11', and this process has 2026-05");
    }

    @Test
    @DisplayName("T18, R27: nor is it where the operation fails open")
    void failingOpen() throws Exception {
        Operation open = Operation.named("charges.create").failOpen().build();
        execute(SealedStore.over(inside, OTHERS), open);

        assertRefused(SealedStore.over(inside, KEYS), open, "'2026-11'");
    }

    @Test
    @DisplayName("T18, R20, R27: nor is it where opening breaks, by a device that is away, say: the store was not away")
    void openingBreaks() throws Exception {
        Operation open = Operation.named("charges.create").failOpen().build();
        execute(SealedStore.over(inside, KEYS), open);
        Provider broken = BrokenCiphers.failingWith(new ProviderException("the device is away"));
        try {
            assertRefused(SealedStore.over(inside, KEYS), open, "could not be opened");
        } finally {
            BrokenCiphers.remove(broken);
        }
    }

    @Test
    @DisplayName("R20, R27: an engine without any keys does not take what is sealed for an answer")
    void noKeys() throws Exception {
        execute(SealedStore.over(inside, KEYS), charge());

        assertRefused(inside, charge(), "sealed with the key '2026-05', and this process has no keys");
    }

    private void assertRefused(IdempotencyStore store, Operation operation, String why) throws Exception {
        Execution execution = execute(store, operation);

        assertThat(execution).isInstanceOf(Execution.NotRun.class);
        Admission admission = ((Execution.NotRun) execution).admission();
        assertThat(admission).isInstanceOf(Unavailable.class);
        assertThat(((Unavailable) admission).cause()).isEqualTo(Unavailable.Cause.UNREADABLE);
        assertThat(runs).hasValue(1);
        assertThat(heard).anySatisfy(event -> assertThat(event).isInstanceOf(StoreFailed.class));
        assertThat(heard.stream().filter(StoreFailed.class::isInstance).map(SemelEvent::describe))
                .first()
                .asString()
                .contains(why)
                .doesNotContain("acme");
    }

    private Execution execute(IdempotencyStore store, Operation operation) throws Exception {
        // Closing it delivers what the listeners have not heard yet.
        try (Idempotency engine = Idempotency.builder(store)
                .listener(heard::add)
                .developmentMode()
                .withoutLog()
                .build()) {
            return engine.execute(intent(operation), ticket -> {
                runs.incrementAndGet();
                return Outcome.completed(ANSWER);
            });
        }
    }

    private static Operation charge() {
        return Operation.named("charges.create").build();
    }

    private static Intent intent(Operation operation) {
        return new Intent(
                operation,
                new Tenant("acme"),
                new IdempotencyKey("8e03978e-40d5-43dd-bc93-6894a57f9324"),
                Fingerprint.of("payload"));
    }

    private static Saved answer(Execution execution) {
        return execution.answered().orElseThrow().saved();
    }
}
