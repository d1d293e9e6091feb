// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Idempotency;
import dev.semel.IdempotencyBuilder;
import dev.semel.http.HttpIdempotency;
import java.net.InetSocketAddress;

/** A gateway with all that belongs to it: store, engine, proxy. Closing drains: what was accepted is finished first. */
final class Service implements AutoCloseable {

    private final StoreChoice.Opened store;
    private final Idempotency engine;
    private final Gateway gateway;

    private Service(StoreChoice.Opened store, Idempotency engine, Gateway gateway) {
        this.store = store;
        this.engine = engine;
        this.gateway = gateway;
    }

    static Service open(Configuration configuration) {
        StoreChoice.Opened store = configuration.store().open();
        // What follows the store's answers here only goes back to an event loop, and may be done by whoever brings
        // them.
        IdempotencyBuilder settings = Idempotency.builder(store.store())
                .operations(configuration.operations())
                .executor(Runnable::run)
                .keyHash(configuration.keyHash());
        if (store.isLocal()) {
            // Whoever configures a gateway's own file or memory has chosen to have one gateway.
            settings.developmentMode();
        }
        Idempotency engine = settings.build();
        RouteTable routes = new RouteTable(configuration.routes());
        HttpIdempotency http = HttpIdempotency.builder(engine)
                .policies(routes)
                .tenants(configuration.tenants())
                .dialect(configuration.dialect())
                .bodyLimit(configuration.limits().keptBody())
                .build();
        try {
            return new Service(
                    store,
                    engine,
                    Gateway.open(
                            configuration.listen(), http, routes, configuration.dialect(), configuration.limits()));
        } catch (RuntimeException e) {
            close(engine, store);
            throw e;
        }
    }

    InetSocketAddress address() {
        return gateway.address();
    }

    @Override
    public void close() {
        gateway.close();
        close(engine, store);
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
