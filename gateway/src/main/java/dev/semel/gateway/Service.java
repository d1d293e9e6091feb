// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Idempotency;
import dev.semel.IdempotencyBuilder;
import dev.semel.Operation;
import dev.semel.event.EventListener;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpIdempotencyBuilder;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A gateway with all that belongs to it: store, engine, proxy, admin listener. Closing drains: what was accepted is finished first. */
final class Service implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.semel.gateway");
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(1);

    private final Metering metering;
    private final Loops loops;
    private final StoreChoice.Opened store;
    private final Idempotency engine;
    private final Readiness readiness;
    private final Gateway gateway;
    private final Optional<AdminListener> admin;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ConsolePart console;
    private final InstantSource clock;
    private volatile Configuration configuration;
    private volatile Plan plan;

    private Service(
            Configuration configuration,
            Metering metering,
            Loops loops,
            StoreChoice.Opened store,
            Idempotency engine,
            ConsolePart console,
            InstantSource clock) {
        this.console = console;
        this.clock = clock;
        this.metering = metering;
        this.loops = loops;
        this.store = store;
        this.engine = engine;
        this.readiness = new Readiness(store.store(), PROBE_LIMIT);
        this.configuration = configuration;
        this.plan = plan(configuration, Optional.empty());
        this.admin = admin(configuration.admin());
        configuration.tls().ifPresent(metering.ofGateway()::shows);
        try {
            this.gateway = Gateway.open(
                    configuration.listen(), configuration.tls(), configuration.limits(), () -> plan, loops);
        } catch (RuntimeException e) {
            admin.ifPresent(AdminListener::close);
            throw e;
        }
        gateway.watch(configuration.upstreams());
    }

    static Service open(Configuration configuration) {
        return open(configuration, WallClock.clock());
    }

    /** With a clock of its own for the sessions of the console. */
    static Service open(Configuration configuration, InstantSource clock) {
        Metering metering = new Metering(configuration.tracing());
        Loops loops = Loops.start(configuration.limits(), configuration.tls(), metering.ofGateway());
        try {
            return open(configuration, metering, loops, clock);
        } catch (RuntimeException e) {
            loops.close();
            metering.close();
            throw e;
        }
    }

    private static Service open(Configuration configuration, Metering metering, Loops loops, InstantSource clock) {
        StoreChoice.Opened store = configuration.store().open(loops);
        ConsolePart console = new ConsolePart(clock);
        Idempotency engine;
        try {
            engine = engine(configuration, metering, store, console);
        } catch (RuntimeException e) {
            close(store);
            console.close();
            throw e;
        }
        try {
            return new Service(configuration, metering, loops, store, engine, console, clock);
        } catch (RuntimeException e) {
            close(engine, store);
            console.close();
            throw e;
        }
    }

    private static Idempotency engine(
            Configuration configuration, Metering metering, StoreChoice.Opened store, ConsolePart console) {
        // What follows the store's answers here only goes back to an event loop, and may be done by whoever brings
        // them.
        IdempotencyBuilder settings = Idempotency.builder(store.store())
                .operations(configuration.operations())
                .executor(Runnable::run)
                .listener(counting(metering.listener(), console.statistics()))
                .keyHash(configuration.keyHash());
        if (store.isLocal()) {
            // Whoever configures a gateway's own file or memory has chosen to have one gateway.
            settings.developmentMode();
        }
        return settings.build();
    }

    /** Both as one: the engine has a queue and a thread for each listener, and a request pays for both. */
    private static EventListener counting(EventListener meters, EventListener statistics) {
        return event -> {
            try {
                meters.on(event);
            } finally {
                statistics.on(event);
            }
        };
    }

    /** What an earlier plan's requests still hold of the memory for bodies is not there for those of the next. */
    private Plan plan(Configuration wanted, Optional<Plan> earlier) {
        RouteTable routes = new RouteTable(wanted.routes());
        HttpIdempotencyBuilder http = HttpIdempotency.builder(engine)
                .policies(wanted.keyCounter()
                        .map(counter -> counter.before(routes))
                        .orElse(routes))
                .tenants(wanted.tenants())
                .dialect(wanted.dialect())
                .bodyLimit(wanted.limits().keptBody())
                .listener(metering.listener())
                .listener(console.statistics());
        metering.tracing().map(Tracing::watcher).ifPresent(http::watcher);
        wanted.limits().bodyMemory().ifPresent(http::memory);
        earlier.ifPresent(plan -> http.sharingMemoryOf(plan.http()));
        metering.open(wanted);
        for (Operation operation : wanted.operations()) {
            UpstreamQuestion.of(operation).ifPresent(question -> question.goBy(loops.health()));
        }
        return new Plan(http.build(), routes, wanted.keyCounter(), wanted.dialect(), metering.ofGateway());
    }

    private Optional<AdminListener> admin(AdminChoice choice) {
        AdminRouter pages = new AdminPages(readiness, metering, () -> configuration).router();
        console.mount(pages, store.store(), clock, () -> configuration);
        try {
            choice.address().ifPresent(Service::warnOfStrangers);
            return choice.address().map(address -> AdminListener.open(address, pages));
        } catch (RuntimeException e) {
            String where = choice.address().map(Addresses::show).orElse("");
            if (choice.isChosen()) {
                throw new IllegalStateException("the admin listener cannot be at " + where + ": " + e.getMessage(), e);
            }
            LOG.log(
                    System.Logger.Level.WARNING,
                    "there is NO ADMIN LISTENER: {0} is taken; choose another address (admin: or --admin), or \"off\"",
                    where);
            return Optional.empty();
        }
    }

    private static void warnOfStrangers(InetSocketAddress admin) {
        if (!admin.getAddress().isLoopbackAddress()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the admin listener at {0} can be reached from other machines, and but for the console asks nobody who they are",
                    Addresses.show(admin));
        }
    }

    /**
     * Requests that begin from now on go by another configuration; those under way finish by the one they began with.
     *
     * @throws BadConfiguration if it cannot be taken by a gateway that runs; nothing has changed then
     */
    synchronized void reload(Configuration wanted) {
        Restart.unneeded(configuration, wanted, gateway.silence());
        KeptKeys.require(configuration, wanted, clock.instant());
        Plan next = plan(wanted, Optional.of(plan));
        if (!wanted.tls().equals(configuration.tls())) {
            // May fail, and so comes before anything else has changed.
            wanted.tls().ifPresent(gateway::show);
            wanted.tls().ifPresent(metering.ofGateway()::shows);
        }
        if (!wanted.store().keys().equals(configuration.store().keys())) {
            wanted.store().keys().ifPresent(store::use);
        }
        ConsolePart.reloaded(configuration, wanted);
        configuration = wanted;
        plan = next;
        gateway.watch(wanted.upstreams());
        metering.ofGateway().reloads("taken").increment();
    }

    /** A configuration was read that could not be taken. */
    void refusedReload() {
        metering.ofGateway().reloads("refused").increment();
    }

    InetSocketAddress address() {
        return gateway.address();
    }

    /** How long nothing at all may happen on a connection before it is cut. */
    Duration silence() {
        return gateway.silence();
    }

    boolean isTls() {
        return configuration.tls().isPresent();
    }

    /** Where operators look, if anywhere. */
    Optional<InetSocketAddress> adminAddress() {
        return admin.map(AdminListener::address);
    }

    /** Where on that listener the console is, if there is one. */
    Optional<String> consolePath() {
        return configuration.admin().console().path();
    }

    /** Again does nothing. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        readiness.stop();
        gateway.close();
        close(engine, store);
        loops.close();
        admin.ifPresent(AdminListener::close);
        console.close();
        metering.close();
    }

    private static void close(Idempotency engine, StoreChoice.Opened store) {
        engine.close();
        close(store);
    }

    private static void close(StoreChoice.Opened store) {
        try {
            store.closing().close();
        } catch (Exception e) {
            throw new IllegalStateException("the store could not be closed", e);
        }
    }
}
