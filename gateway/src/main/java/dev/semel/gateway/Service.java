// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Idempotency;
import dev.semel.IdempotencyBuilder;
import dev.semel.http.HttpIdempotency;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** A gateway with all that belongs to it: store, engine, proxy, admin listener. Closing drains: what was accepted is finished first. */
final class Service implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.semel.gateway");
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(1);

    private final Metering metering;
    private final StoreChoice.Opened store;
    private final Idempotency engine;
    private final Readiness readiness;
    private final Gateway gateway;
    private final Optional<AdminListener> admin;
    private volatile Configuration configuration;
    private volatile Plan plan;

    private Service(Configuration configuration, Metering metering, StoreChoice.Opened store, Idempotency engine) {
        this.metering = metering;
        this.store = store;
        this.engine = engine;
        this.readiness = new Readiness(store.store(), PROBE_LIMIT);
        this.configuration = configuration;
        this.plan = plan(configuration);
        this.admin = admin(configuration.admin());
        configuration.tls().ifPresent(metering.ofGateway()::shows);
        try {
            this.gateway = Gateway.open(
                    configuration.listen(),
                    configuration.tls(),
                    configuration.limits(),
                    () -> plan,
                    metering.ofGateway());
        } catch (RuntimeException e) {
            admin.ifPresent(AdminListener::close);
            throw e;
        }
        gateway.watch(configuration.upstreams());
    }

    static Service open(Configuration configuration) {
        Metering metering = new Metering();
        StoreChoice.Opened store = configuration.store().open();
        Idempotency engine = engine(configuration, metering, store);
        try {
            return new Service(configuration, metering, store, engine);
        } catch (RuntimeException e) {
            close(engine, store);
            metering.close();
            throw e;
        }
    }

    private static Idempotency engine(Configuration configuration, Metering metering, StoreChoice.Opened store) {
        // What follows the store's answers here only goes back to an event loop, and may be done by whoever brings
        // them.
        IdempotencyBuilder settings = Idempotency.builder(store.store())
                .operations(configuration.operations())
                .executor(Runnable::run)
                .listener(metering.listener())
                .keyHash(configuration.keyHash());
        if (store.isLocal()) {
            // Whoever configures a gateway's own file or memory has chosen to have one gateway.
            settings.developmentMode();
        }
        return settings.build();
    }

    private Plan plan(Configuration wanted) {
        RouteTable routes = new RouteTable(wanted.routes());
        HttpIdempotency http = HttpIdempotency.builder(engine)
                .policies(routes)
                .tenants(wanted.tenants())
                .dialect(wanted.dialect())
                .bodyLimit(wanted.limits().keptBody())
                .listener(metering.listener())
                .build();
        metering.open(wanted);
        return new Plan(http, routes, wanted.dialect(), metering.ofGateway());
    }

    private Optional<AdminListener> admin(AdminChoice choice) {
        AdminRouter pages = new AdminPages(readiness, metering, () -> configuration).router();
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
                    "the admin listener at {0} can be reached from other machines, and asks nobody who they are",
                    Addresses.show(admin));
        }
    }

    /**
     * Requests that begin from now on go by another configuration; those under way finish by the one they began with.
     *
     * @throws BadConfiguration if it cannot be taken by a gateway that runs; nothing has changed then
     */
    synchronized void reload(Configuration wanted) {
        Restart.unneeded(configuration, wanted);
        Plan next = plan(wanted);
        if (!wanted.tls().equals(configuration.tls())) {
            // May fail, and so comes before anything else has changed.
            wanted.tls().ifPresent(gateway::show);
            wanted.tls().ifPresent(metering.ofGateway()::shows);
        }
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

    boolean isTls() {
        return configuration.tls().isPresent();
    }

    /** Where operators look, if anywhere. */
    Optional<InetSocketAddress> adminAddress() {
        return admin.map(AdminListener::address);
    }

    @Override
    public void close() {
        readiness.stop();
        gateway.close();
        close(engine, store);
        admin.ifPresent(AdminListener::close);
        metering.close();
    }

    private static void close(Idempotency engine, StoreChoice.Opened store) {
        engine.close();
        try {
            store.closing().close();
        } catch (Exception e) {
            throw new IllegalStateException("the store could not be closed", e);
        }
    }
}
