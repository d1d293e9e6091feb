// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static dev.semel.Settings.atMost;
import static dev.semel.Settings.required;

import dev.semel.event.EventListener;
import dev.semel.internal.Engine;
import dev.semel.internal.EngineSettings;
import dev.semel.key.KeyHash;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Collects an engine's settings; {@link #build()} checks them and names a bad one. Not safe for several threads. */
public final class IdempotencyBuilder {

    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);
    private static final Duration LONGEST_PAUSE = Duration.ofDays(7);

    private final IdempotencyStore store;
    private final List<EventListener> listeners = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();
    private KeyHash keyHash = KeyHash.randomPerProcess();
    private @Nullable Executor executor;
    private @Nullable Executor reconcilers;
    private @Nullable Timers timers;
    private Duration storeTimeout = Duration.ofSeconds(2);
    private Duration drainTime = Duration.ofSeconds(30);
    private Duration purgeEvery = Duration.ofSeconds(30);
    private int mostTickets = 100_000;
    private int mostWaiters = 10_000;
    private boolean developmentMode;
    private boolean logs = true;

    IdempotencyBuilder(IdempotencyStore store) {
        this.store = store;
    }

    /** Hears events; may be called for several listeners. */
    public IdempotencyBuilder listener(EventListener listener) {
        listeners.add(listener);
        return this;
    }

    /** Names operations at start-up, so that what nobody chose is said aloud then and not at the first request. */
    public IdempotencyBuilder operations(Operation... operations) {
        this.operations.addAll(Arrays.asList(operations));
        return this;
    }

    /** Hashes keys for logs and events; share the secret between the processes of a service (R27). */
    public IdempotencyBuilder keyHash(KeyHash keyHash) {
        this.keyHash = keyHash;
        return this;
    }

    /** Where stages complete; must be bounded, and not be blocked. A small pool of the engine's own by default. */
    public IdempotencyBuilder executor(Executor executor) {
        this.executor = executor;
        return this;
    }

    /**
     * Where reconcilers run, which may block; must be bounded. The {@link #executor} if one is given, else a small pool of
     * their own. A reconciler that finds no place counts as {@link Reconciliation#unknown}.
     */
    public IdempotencyBuilder reconcilers(Executor reconcilers) {
        this.reconcilers = reconcilers;
        return this;
    }

    /** Process-local time, for tests; real by default. */
    public IdempotencyBuilder timers(Timers timers) {
        this.timers = timers;
        return this;
    }

    /** How long the store may take to answer before nothing runs; 2 seconds by default (R29). */
    public IdempotencyBuilder storeTimeout(Duration storeTimeout) {
        this.storeTimeout = storeTimeout;
        return this;
    }

    /** How long {@link Idempotency#close} waits for running attempts; 30 seconds by default. */
    public IdempotencyBuilder drainTime(Duration drainTime) {
        this.drainTime = drainTime;
        return this;
    }

    /**
     * How often expired records are removed from a store that does not forget by itself; about every 30 seconds by default.
     * Zero if somebody else does it.
     */
    public IdempotencyBuilder purgeEvery(Duration purgeEvery) {
        this.purgeEvery = purgeEvery;
        return this;
    }

    /** How many attempts may run at once in this process; 100,000 by default. Beyond: unavailable at once (R29). */
    public IdempotencyBuilder mostTickets(int mostTickets) {
        this.mostTickets = mostTickets;
        return this;
    }

    /** How many retries may wait at once in this process; 10,000 by default. Beyond: a conflict at once (R28). */
    public IdempotencyBuilder mostWaiters(int mostWaiters) {
        this.mostWaiters = mostWaiters;
        return this;
    }

    /** A store that only this process sees is meant: no warning about it (R30). */
    public IdempotencyBuilder developmentMode() {
        developmentMode = true;
        return this;
    }

    /** Leaves the log alone but for what is said once at the start and the end; warnings still reach the listeners. */
    public IdempotencyBuilder withoutLog() {
        logs = false;
        return this;
    }

    /**
     * Checks everything and opens the engine.
     *
     * @throws SettingException naming the bad setting
     */
    public Idempotency build() {
        checkChoices();
        checkTimes();
        if (mostTickets < 1) {
            throw new SettingException("mostTickets", "is " + mostTickets + ", must be at least 1");
        }
        if (mostWaiters < 0) {
            throw new SettingException("mostWaiters", "is " + mostWaiters + ", cannot be negative");
        }
        return new Engine(new EngineSettings(
                store,
                List.copyOf(listeners),
                logs,
                keyHash,
                executor,
                reconcilers,
                timers,
                storeTimeout,
                drainTime,
                purgeEvery,
                mostTickets,
                mostWaiters,
                developmentMode,
                List.copyOf(operations)));
    }

    private void checkChoices() {
        required("store", store);
        required("keyHash", keyHash);
        required("storeTimeout", storeTimeout);
        required("drainTime", drainTime);
        required("purgeEvery", purgeEvery);
        listeners.forEach(listener -> required("listener", listener));
        operations.forEach(operation -> required("operations", operation));
    }

    private void checkTimes() {
        if (storeTimeout.compareTo(Duration.ofMillis(1)) < 0 || storeTimeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new SettingException(
                    "storeTimeout", "is " + storeTimeout + ", must be 1 ms to " + LONGEST_TIMEOUT.toMinutes() + " min");
        }
        if (purgeEvery.isNegative()) {
            throw new SettingException("purgeEvery", "is " + purgeEvery + ", cannot be negative; zero turns it off");
        }
        if (drainTime.isNegative()) {
            throw new SettingException("drainTime", "is " + drainTime + ", cannot be negative");
        }
        atMost("purgeEvery", purgeEvery, LONGEST_PAUSE, "or expired records pile up; zero turns it off");
        atMost("drainTime", drainTime, LONGEST_PAUSE, "or nobody could tell closing from hanging");
    }
}
