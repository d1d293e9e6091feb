// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Operation;
import dev.semel.console.Access;
import dev.semel.console.Catalogue;
import dev.semel.console.Console;
import dev.semel.console.Statistics;
import dev.semel.http.HttpPolicy;
import dev.semel.spi.IdempotencyStore;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The console of a gateway, with the few threads that check passwords for it. Safe for use by several threads. */
final class ConsolePart implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.semel.gateway");

    private static final int THREADS = 2;
    private static final int WAITING = 64;

    private final Statistics statistics;
    private final ThreadPoolExecutor workers;

    ConsolePart(InstantSource clock) {
        this.statistics = new Statistics(clock);
        this.workers = new ThreadPoolExecutor(
                THREADS, THREADS, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "semel-console");
                    thread.setDaemon(true);
                    return thread;
                });
        workers.allowCoreThreadTimeOut(true);
    }

    /** Counts what engine and HTTP tell. */
    Statistics statistics() {
        return statistics;
    }

    /** Puts the console where the configuration wants it, if it does. Who may use it is asked anew for each request. */
    void mount(
            AdminRouter router, IdempotencyStore store, InstantSource clock, Supplier<Configuration> configurations) {
        Configuration begin = configurations.get();
        begin.admin().console().path().ifPresent(path -> {
            Console console = Console.builder(store)
                    .keyHash(begin.keyHash())
                    .access(() -> configurations.get().admin().console().access())
                    .catalogue(() -> catalogue(configurations.get()))
                    .statistics(statistics)
                    .executor(workers)
                    .clock(clock)
                    .path(path)
                    .version(Main.version())
                    .build();
            router.mount(path, new ConsoleMount(console, path));
            warnIfOpen(begin.admin().console().access());
        });
    }

    /** What a reload makes of it: where the last users are gone, whoever reaches the listener can settle from now on. */
    static void reloaded(Configuration running, Configuration wanted) {
        if (!running.admin().console().access().isOpen()
                && wanted.admin().console().path().isPresent()) {
            warnIfOpen(wanted.admin().console().access());
        }
    }

    private static void warnIfOpen(Access access) {
        if (access.isOpen()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the console has no users: whoever reaches the admin listener can settle records, also through a"
                            + " proxy on this machine; see docs/console.md#who-may-use-it");
        }
    }

    private static Catalogue catalogue(Configuration configuration) {
        List<HttpPolicy> policies = configuration.routes().stream()
                .flatMap(route -> route.policy().stream())
                .toList();
        List<Operation> operations =
                policies.stream().map(HttpPolicy::operation).toList();
        List<Catalogue.Route> routes =
                configuration.routes().stream().map(ConsolePart::route).toList();
        return new Catalogue(operations, policies, routes);
    }

    private static Catalogue.Route route(Route route) {
        return new Catalogue.Route(
                route.pattern(),
                route.methods(),
                route.upstream().name(),
                route.policy().map(policy -> policy.operation().name()));
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
