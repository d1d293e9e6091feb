// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Operation;
import dev.semel.state.State;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Retries that wait for the first request's answer, in a container of eight threads. */
@Tag("http")
abstract class WaitingRules {

    private static final int WAITERS = 24;
    private static final int PATIENCE = 30;
    private static final Operation WAITS = Operation.named("scene")
            .inDoubt(InDoubt.rerun())
            .inFlight(new InFlight(Duration.ofSeconds(PATIENCE), WAITERS))
            .build();

    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);

    abstract Container.Start smallContainer();

    private Scene scene(UnaryOperator<IdempotencyFilter> settings, Filter front, Scene.Handler handler) {
        return new Scene(smallContainer(), WAITS, settings, front, handler);
    }

    /**
     * Counts the first request when it comes, and those that wait once they have left their thread: before that, one that is decided
     * at once would rightly go on there.
     */
    private static Filter leaving(CountDownLatch arrivals) {
        AtomicBoolean first = new AtomicBoolean(true);
        return (request, response, chain) -> {
            if (first.getAndSet(false)) {
                arrivals.countDown();
            }
            chain.doFilter(request, response);
            if (request.getDispatcherType() == DispatcherType.REQUEST && request.isAsyncStarted()) {
                arrivals.countDown();
            }
        };
    }

    private static Filter counting(CountDownLatch arrivals) {
        return (request, response, chain) -> {
            arrivals.countDown();
            chain.doFilter(request, response);
        };
    }

    private void awaitGate() {
        begun.countDown();
        await(gate);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE, TimeUnit.SECONDS))
                    .as("it happens in time")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    @Test
    @DisplayName("R28: more retries wait than the container has threads, and other requests still get through")
    void moreWaitersThanThreads() throws Exception {
        CountDownLatch arrivals = new CountDownLatch(1 + WAITERS);
        Scene.Handler handler = (request, response) -> {
            if (!request.getRequestURI().equals("/open")) {
                awaitGate();
            }
            response.getWriter().write("done");
        };
        try (Scene scene = scene(UnaryOperator.identity(), counting(arrivals), handler)) {
            CompletableFuture<HttpResponse<String>> first = scene.postAsync();
            await(begun);
            List<CompletableFuture<HttpResponse<String>>> waiters =
                    Stream.generate(scene::postAsync).limit(WAITERS).toList();
            await(arrivals);

            assertThat(scene.post("/open", "text/plain", "").statusCode()).isEqualTo(200);

            gate.countDown();
            assertThat(Scene.isReplay(first.get())).isFalse();
            for (CompletableFuture<HttpResponse<String>> waiter : waiters) {
                assertThat(Scene.isReplay(waiter.get())).isTrue();
                assertThat(waiter.get().body()).isEqualTo("done");
            }
            assertThat(scene.runs).as("the first request and the open one").hasValue(2);
        }
    }

    @Test
    @DisplayName("R28: when the first request comes to nothing, who waited is told to come again, and then runs")
    void toldToComeAgain() throws Exception {
        CountDownLatch arrivals = new CountDownLatch(2);
        try (Scene scene = scene(UnaryOperator.identity(), leaving(arrivals), this::refusesTheFirst)) {
            HttpResponse<String> waited = waitForTheRefused(scene, arrivals);

            assertThat(waited.statusCode()).isEqualTo(409);
            assertThat(waited.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(scene.runs).hasValue(1);
            assertThat(scene.state()).isEqualTo(State.RELEASED);
            assertThat(scene.post().statusCode()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("R28: where filters are mapped for it, a retry that waited for nothing runs itself, with its own body")
    void runsItself() throws Exception {
        CountDownLatch arrivals = new CountDownLatch(2);
        UnaryOperator<IdempotencyFilter> running = IdempotencyFilter::withWaitersRunning;
        try (Scene scene = scene(running, leaving(arrivals), this::refusesTheFirst)) {
            HttpResponse<String> waited = waitForTheRefused(scene, arrivals);

            assertThat(waited.statusCode()).isEqualTo(201);
            assertThat(waited.body()).isEqualTo("REQUEST: a body");
            assertThat(Scene.isReplay(waited)).isFalse();
            assertThat(Scene.isReplay(scene.post())).isTrue();
            assertThat(scene.runs).hasValue(2);
        }
    }

    @Test
    @DisplayName("T16: a retry that waited, and whose dispatch never comes back to the filter, leaves no zombie")
    void dispatchedAndStopped() throws Exception {
        CountDownLatch arrivals = new CountDownLatch(2);
        UnaryOperator<IdempotencyFilter> running = IdempotencyFilter::withWaitersRunning;
        Filter counting = leaving(arrivals);
        Filter stopping = (request, response, chain) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                ((jakarta.servlet.http.HttpServletResponse) response).setStatus(403);
            } else {
                counting.doFilter(request, response, chain);
            }
        };
        try (Scene scene = scene(running, stopping, this::refusesTheFirst)) {
            assertThat(waitForTheRefused(scene, arrivals).statusCode()).isEqualTo(403);
            scene.awaitEndings(2);

            assertThat(scene.state()).isEqualTo(State.IN_DOUBT);
            assertThat(scene.runs).hasValue(1);
        }
    }

    private void refusesTheFirst(HttpServletRequest request, jakarta.servlet.http.HttpServletResponse response)
            throws java.io.IOException {
        boolean first = begun.getCount() > 0;
        awaitGate();
        response.setStatus(first ? 429 : 201);
        response.getWriter()
                .write(request.getDispatcherType() + ": " + request.getReader().readLine());
    }

    private HttpResponse<String> waitForTheRefused(Scene scene, CountDownLatch arrivals) throws Exception {
        CompletableFuture<HttpResponse<String>> first = scene.postAsync();
        await(begun);
        CompletableFuture<HttpResponse<String>> waiter = scene.postAsync();
        await(arrivals);
        scene.awaitWaiter();
        gate.countDown();
        assertThat(first.get().statusCode()).isEqualTo(429);
        return waiter.get();
    }

    @Test
    @DisplayName("R28: where something in front does not support asynchronous requests, a retry waits on its thread")
    void withoutAsyncSupport() throws Exception {
        Filter front =
                (request, response, chain) -> chain.doFilter(new WithoutAsync((HttpServletRequest) request), response);
        Scene.Handler handler = (request, response) -> {
            awaitGate();
            response.getWriter().write("done");
        };
        try (Scene scene = scene(UnaryOperator.identity(), front, handler)) {
            CompletableFuture<HttpResponse<String>> first = scene.postAsync();
            await(begun);
            CompletableFuture<HttpResponse<String>> waiter = scene.postAsync();
            scene.awaitWaiter();
            gate.countDown();

            assertThat(Scene.isReplay(first.get())).isFalse();
            assertThat(Scene.isReplay(waiter.get())).isTrue();
        }
    }

    private static final class WithoutAsync extends HttpServletRequestWrapper {

        WithoutAsync(HttpServletRequest request) {
            super(request);
        }

        @Override
        public boolean isAsyncSupported() {
            return false;
        }
    }
}
