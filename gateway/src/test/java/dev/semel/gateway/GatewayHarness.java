// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.contracts.http.HttpBench;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.contracts.http.StageUpstream;
import dev.semel.http.Dialect;
import dev.semel.spi.IdempotencyStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The gateway in front of a plain server, with the kit's own policies. */
final class GatewayHarness implements HttpHarness {

    private final HttpBench bench;
    private final StageUpstream upstream;
    private final Loops loops;
    private final Gateway gateway;
    private final Runnable closing;

    GatewayHarness(HttpStage stage, IdempotencyStore store, Runnable closing) throws IOException {
        this.closing = closing;
        bench = HttpBench.over(store);
        upstream = new StageUpstream(stage);
        Upstream server = new Upstream("stage", upstream.uri(), Duration.ofMinutes(2), Duration.ofSeconds(5));
        RouteTable routes =
                new RouteTable(List.of(new Route("/**", Set.of(), server, Route.ForwardedKey.OWN, Optional.empty())));
        GatewayMeters meters = new GatewayMeters(new SimpleMeterRegistry());
        Plan plan = new Plan(bench.http(), routes, Optional.empty(), Dialect.ietf(), meters);
        loops = Loops.start(Limits.DEFAULT, Optional.empty(), meters);
        gateway = Gateway.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                Limits.DEFAULT,
                () -> plan,
                loops);
    }

    @Override
    public URI uri() {
        return URI.create("http://127.0.0.1:" + gateway.address().getPort());
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
        return true;
    }

    @Override
    public void close() {
        gateway.close();
        loops.close();
        upstream.close();
        bench.close();
        closing.run();
    }
}
