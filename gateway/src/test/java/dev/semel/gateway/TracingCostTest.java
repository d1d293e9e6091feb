// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.observability.HttpRequest;
import io.vertx.core.spi.observability.HttpResponse;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** By bytes, which are the same in every run, and not by time. */
@DisplayName("What a request pays for spans")
class TracingCostTest {

    private static final int REQUESTS = 20_000;
    private static final Upstream UPSTREAM =
            new Upstream("behind", URI.create("http://127.0.0.1:9"), Duration.ofSeconds(30), Duration.ofSeconds(2));

    private final RouteMeters route = new RouteMeters(new SimpleMeterRegistry(), "/charges");

    /** A request whose head says which trace it belongs to. */
    private record Asked(MultiMap headers) implements HttpRequest {

        static Asked inATrace() {
            return new Asked(MultiMap.caseInsensitiveMultiMap()
                    .add("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"));
        }

        /** To be removed, and abstract until then. */
        @Override
        @SuppressWarnings("removal")
        public long id() {
            return 1;
        }

        @Override
        public HttpVersion version() {
            return HttpVersion.HTTP_1_1;
        }

        @Override
        public String uri() {
            return "/charges";
        }

        @Override
        public String absoluteURI() {
            return "http://127.0.0.1/charges";
        }

        @Override
        public HttpMethod method() {
            return HttpMethod.POST;
        }

        @Override
        public @Nullable SocketAddress remoteAddress() {
            return null;
        }
    }

    /** An answer that is as short as can be. */
    private record Answered(MultiMap headers) implements HttpResponse {
        @Override
        public int statusCode() {
            return 200;
        }
    }

    /** How many bytes a request allocates in all that is done for meters and spans. */
    private long bytes(@Nullable Traces traces) {
        RequestWatch watch = new RequestWatch(route, new LongAdder(), traces);
        Asked asked = Asked.inATrace();
        Answered answered = new Answered(MultiMap.caseInsensitiveMultiMap());
        MultiMap onward = MultiMap.caseInsensitiveMultiMap();
        for (int i = 0; i < REQUESTS; i++) {
            request(watch, asked, answered, onward);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < REQUESTS; i++) {
            request(watch, asked, answered, onward);
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / REQUESTS;
    }

    private static void request(RequestWatch watch, Asked asked, Answered answered, MultiMap onward) {
        Tally tally = watch.requestBegin(null, asked);
        RequestTrace trace = tally.trace();
        if (trace != null) {
            trace.goes("/charges", "http");
            trace.calls(UPSTREAM).travels(onward);
        }
        watch.responseBegin(tally, answered);
        watch.responseEnd(tally, answered, 0);
    }

    @Test
    @DisplayName("R39: without tracing nothing, and little where nobody keeps the trace")
    void allocations() {
        long off = bytes(null);
        long unsampled;
        TracingChoice choice = new TracingChoice(
                URI.create("http://127.0.0.1:9/v1/traces"), Map.of(), 0, true, "x", Duration.ofSeconds(1), 1);
        try (Tracing tracing = Tracing.open(choice, new SimpleMeterRegistry())) {
            unsampled = bytes(tracing.traces());
        }

        // What is counted of a request, which was there before: one object, of 48 bytes or less.
        assertThat(off).isLessThanOrEqualTo(48);
        assertThat(unsampled).isLessThan(2048);
    }
}
