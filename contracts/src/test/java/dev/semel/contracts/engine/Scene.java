// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyBuilder;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.key.KeyRules;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A store that can fail, an engine on trial, and time that moves by hand. Work of the engine's executor is done at once,
 * on the thread that gives it, unless a test brings an executor.
 */
final class Scene implements AutoCloseable {

    private final EngineMaker maker;
    private final ManualTime time;
    private final MemoryStore memory;
    private final FaultyStore store;
    private final StoreLog log;
    private final Events events = new Events();
    private final List<Idempotency> opened = new ArrayList<>();
    private @Nullable Idempotency engine;

    Scene(EngineMaker maker, ManualTime time) {
        this.maker = maker;
        this.time = time;
        this.memory = MemoryStore.on(time.clock());
        this.store = FaultyStore.around(memory);
        this.log = new StoreLog(store);
    }

    ManualTime time() {
        return time;
    }

    void pass(Duration step) {
        time.advance(step);
    }

    void passSeconds(long seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    void passMillis(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    /** The store as it is, without faults. */
    MemoryStore memory() {
        return memory;
    }

    /** The store's faults. */
    FaultyStore store() {
        return store;
    }

    /** What the engine asked of the store. */
    StoreLog log() {
        return log;
    }

    Elsewhere elsewhere() {
        return new Elsewhere(memory);
    }

    /** Opens the engine of this scene with the settings that the test needs. */
    Idempotency open(UnaryOperator<IdempotencyBuilder> settings) {
        return open(log, Runnable::run, settings);
    }

    Idempotency open(IdempotencyStore over, Executor executor, UnaryOperator<IdempotencyBuilder> settings) {
        Idempotency made = maker.engine(
                over,
                time.timers(),
                executor,
                builder -> settings.apply(builder.developmentMode()
                        .withoutLog()
                        .drainTime(Duration.ZERO)
                        .listener(events)));
        opened.add(made);
        engine = made;
        return made;
    }

    Idempotency engine() {
        Idempotency open = engine;
        return open == null ? open(builder -> builder) : open;
    }

    /** Every event so far: the engines are closed for it. */
    Events events() {
        close();
        return events;
    }

    static OperationBuilder named(String name) {
        return Operation.named(name).keyRules(KeyRules.LENIENT).inDoubt(InDoubt.rerun());
    }

    /** An operation with the general defaults, which runs again when in doubt. */
    static Operation charges(UnaryOperator<OperationBuilder> settings) {
        return settings.apply(named("charges.create")).build();
    }

    static Intent intent() {
        return intent(charges(settings -> settings));
    }

    static Intent intent(Operation operation) {
        return intent(operation, "key-1");
    }

    static Intent intent(Operation operation, String key) {
        return intent(operation, key, "100 EUR");
    }

    static Intent intent(Operation operation, String key, String payload) {
        return new Intent(operation, new Tenant("acme"), new IdempotencyKey(key), Fingerprint.of(payload));
    }

    /** The same key for another payload. */
    static Intent otherPayload(Intent intent) {
        return new Intent(intent.operation(), intent.tenant(), intent.key(), Fingerprint.of("999 EUR"));
    }

    /** The decision, which is there without waiting. */
    Admission admit(Intent intent) {
        return Now.of(engine().admitAsync(intent));
    }

    /** The decision to come. */
    CompletableFuture<Admission> ask(Intent intent) {
        return engine().admitAsync(intent).toCompletableFuture();
    }

    /** A ticket for the intent, which must be granted. */
    Ticket run(Intent intent) {
        return Expect.run(admit(intent));
    }

    Optional<Sighting> find(Intent intent) {
        return Now.of(memory.find(intent.recordId()));
    }

    /** The record, which must be there. */
    KeyRecord record(Intent intent) {
        Optional<Sighting> found = find(intent);
        assertThat(found).as("the record of a key in use").isPresent();
        return found.orElseThrow().record();
    }

    @Override
    public void close() {
        opened.forEach(Idempotency::close);
        opened.clear();
    }
}
