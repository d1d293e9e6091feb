// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.SettingException;
import dev.semel.key.KeyHash;
import dev.semel.spi.IdempotencyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Settings of a {@link Console}. Used by one thread. */
public final class ConsoleBuilder {

    private static final Duration STORE_LIMIT = Duration.ofSeconds(5);

    final IdempotencyStore store;
    KeyHash keyHash = KeyHash.randomPerProcess();
    Supplier<Access> access = Access::open;
    Supplier<Catalogue> catalogue = () -> Catalogue.of(List.of());
    Statistics statistics = new Statistics();
    Executor executor = Runnable::run;
    InstantSource clock = WallClock.clock();
    Duration storeLimit = STORE_LIMIT;
    String path = "/console/";
    String version = "";

    ConsoleBuilder(IdempotencyStore store) {
        this.store = store;
    }

    /** What stands for keys; the engine's own, so that logs and console say the same. */
    public ConsoleBuilder keyHash(KeyHash hash) {
        this.keyHash = hash;
        return this;
    }

    /** Who may do what; asked for each request, so that it may change. Open to everybody unless told otherwise. */
    public ConsoleBuilder access(Supplier<Access> who) {
        this.access = who;
        return this;
    }

    /** What there is to protect; asked for each request, so that it may change. */
    public ConsoleBuilder catalogue(Supplier<Catalogue> what) {
        this.catalogue = what;
        return this;
    }

    /** What counts for the charts; a listener of the engine. */
    public ConsoleBuilder statistics(Statistics counting) {
        this.statistics = counting;
        return this;
    }

    /** Runs what takes a while: checking passwords, and asking stores that answer on the caller's thread. */
    public ConsoleBuilder executor(Executor worker) {
        this.executor = worker;
        return this;
    }

    /** Where it is mounted: a path with a slash at both ends. */
    public ConsoleBuilder path(String mounted) {
        if (!mounted.matches("/([A-Za-z0-9._~-]+/)*")) {
            throw new SettingException("path", "begins and ends with a slash, as in /console/");
        }
        this.path = mounted;
        return this;
    }

    /** What the page says it is. */
    public ConsoleBuilder version(String text) {
        this.version = text;
        return this;
    }

    /** After how long a store counts as unavailable. */
    public ConsoleBuilder storeLimit(Duration limit) {
        this.storeLimit = limit;
        return this;
    }

    /** The clock that ends sessions; for tests. */
    public ConsoleBuilder clock(InstantSource time) {
        this.clock = time;
        return this;
    }

    public Console build() {
        return new Console(this);
    }
}
