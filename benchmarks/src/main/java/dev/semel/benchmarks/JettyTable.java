// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.TenantResolver;
import dev.semel.memory.MemoryStore;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Embedded Jetty on loopback with and without the filter, over the in-memory store: rounds of both by turns, a new key with
 * every request, 1 KiB in and out. Prints a table and fails when the bar is missed. Clients take a part of the same machine.
 *
 * <p>A shared machine is twice as fast in one minute as in the next: so the parts are short, each is compared with its
 * neighbour, and the ratio is the median of those. Give it a heap of a fixed size ({@code -Xms2g -Xmx2g}), as a server has
 * one: while it grows, the collector's work is the largest part of the difference.
 *
 * <p>Arguments: rounds (20), seconds of each part (1) and callers (16).
 */
public final class JettyTable {

    private static final double BAR = 0.85;

    /** The compiler gets little time beside sixteen callers on two cores. */
    private static final Duration WARM_UP = Duration.ofSeconds(40);

    /** The in-memory store holds 100,000 records: they have to go as fast as they come. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private JettyTable() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        Duration part = Duration.ofSeconds(args.length > 1 ? Integer.parseInt(args[1]) : 1);
        int callers = args.length > 2 ? Integer.parseInt(args[2]) : 16;
        Operation operation = Operation.named("bench")
                .inDoubt(InDoubt.rerun())
                .retention(SHORT)
                .lease(SHORT)
                .completionWait(Duration.ofSeconds(1))
                .build();
        Idempotency engine = Idempotency.builder(MemoryStore.create())
                .developmentMode()
                .purgeEvery(Duration.ofSeconds(1))
                .build();
        Server without = start(Optional.empty());
        Server with = start(Optional.of(filter(engine, operation)));
        boolean held;
        try (WireClients bare = new WireClients(port(without));
                WireClients kept = new WireClients(port(with))) {
            held = compare(rounds, part, callers, bare, kept);
        } finally {
            with.stop();
            without.stop();
            engine.close();
        }
        System.exit(held ? 0 : 1);
    }

    private static boolean compare(int rounds, Duration part, int callers, WireClients bare, WireClients kept)
            throws Exception {
        List<Load> without = new ArrayList<>();
        List<Load> with = new ArrayList<>();
        for (long i = 0; i < WARM_UP.dividedBy(part) / 2; i++) {
            Load.ofThreads(callers, part, bare::post);
            Load.ofThreads(callers, part, kept::post);
        }
        for (int round = 0; round < rounds; round++) {
            without.add(Load.ofThreads(callers, part, bare::post));
            with.add(Load.ofThreads(callers, part, kept::post));
        }
        double theirs = Median.of(without, Load::perSecond);
        double ours = Median.of(with, Load::perSecond);
        double ratio = Median.ofRatios(with, without, Load::perSecond);
        System.out.println("| callers | without the filter | with it | ratio | bar |\n|---|---|---|---|---|");
        System.out.printf(
                "| %d, requests/s | %,.0f | %,.0f | %.2f | at least %s |%n", callers, theirs, ours, ratio, BAR);
        return ratio >= BAR;
    }

    private static IdempotencyFilter filter(Idempotency engine, Operation operation) {
        HttpPolicy policy = HttpPolicy.of(operation);
        return IdempotencyFilter.of(HttpIdempotency.builder(engine)
                .policies(head -> Optional.of(policy))
                .tenants(TenantResolver.sole())
                .build());
    }

    private static Server start(Optional<IdempotencyFilter> filter) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        filter.ifPresent(kept -> {
            FilterHolder holder = new FilterHolder(kept);
            holder.setAsyncSupported(true);
            context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
        });
        context.addServlet(new ServletHolder(new Echo()), "/*");
        server.setHandler(context);
        server.start();
        return server;
    }

    private static int port(Server server) {
        return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    /** Reads the body and gives it back. */
    private static final class Echo extends HttpServlet {

        @Serial
        private static final long serialVersionUID = 1;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = request.getInputStream().readAllBytes();
            response.setStatus(HttpServletResponse.SC_CREATED);
            response.setContentType("application/json");
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }
}
