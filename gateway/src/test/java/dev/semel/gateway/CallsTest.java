// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.PoolOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("What an event loop knows of upstreams")
class CallsTest {

    private final Vertx vertx = Vertx.vertx();
    private final Upstream kept = upstream("kept");
    private final Upstream removed = upstream("removed");
    private final Upstream added = upstream("added");
    private final AtomicReference<RouteTable> routes = new AtomicReference<>(leadingTo(kept, removed));
    private final Calls calls = new Calls(vertx, new Pools(vertx, new PoolOptions()), new Health(), routes::get);

    @AfterEach
    void close() {
        Waits.on(vertx.close());
    }

    private static Upstream upstream(String name) {
        return new Upstream(name, URI.create("http://127.0.0.1:9"), Duration.ofSeconds(30), Duration.ofSeconds(2));
    }

    private static RouteTable leadingTo(Upstream... upstreams) {
        List<Route> all = Arrays.stream(upstreams)
                .map(upstream ->
                        new Route("/" + upstream.name(), Set.of(), upstream, Route.ForwardedKey.OWN, Optional.empty()))
                .toList();
        return new RouteTable(all);
    }

    @Test
    @DisplayName("is forgotten when a later configuration has others, and kept where it has the same")
    void forgotten() {
        Deadlines ofKept = calls.deadlines(kept);
        Deadlines ofRemoved = calls.deadlines(removed);
        routes.set(leadingTo(kept, added));
        calls.deadlines(added);

        assertThat(calls.deadlines(kept)).isSameAs(ofKept);
        assertThat(calls.deadlines(removed)).isNotSameAs(ofRemoved);
    }
}
