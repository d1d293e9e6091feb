// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.contracts.http.HttpBench;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.spi.IdempotencyStore;
import jakarta.servlet.Servlet;
import java.net.URI;

/** The filter in a container, with the servlet of the HTTP contract behind it. */
final class ServletHarness implements HttpHarness {

    private final HttpBench bench;
    private final Container container;
    private final Runnable closesStore;

    ServletHarness(IdempotencyStore store, Runnable closesStore, Container.Start start, Servlet servlet) {
        this.bench = HttpBench.over(store);
        this.closesStore = closesStore;
        this.container = start.with(IdempotencyFilter.of(bench.http()), servlet);
    }

    @Override
    public URI uri() {
        return container.uri();
    }

    @Override
    public IdempotencyStore store() {
        return bench.store();
    }

    @Override
    public void outage(Outage outage) {
        bench.outage(outage);
    }

    @Override
    public boolean savesWhatThrows() {
        return false;
    }

    @Override
    public void close() {
        container.close();
        bench.close();
        closesStore.run();
    }
}
