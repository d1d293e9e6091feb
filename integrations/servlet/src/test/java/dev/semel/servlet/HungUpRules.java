// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Operation;
import dev.semel.state.State;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Asynchronous servlets whose client has gone, and containers that tell so: which ones do, and when, differs. */
@Tag("http")
abstract class HungUpRules {

    private static final Operation WAITS = Operation.named("scene")
            .inFlight(InFlight.waitUpTo(Duration.ofSeconds(30)))
            .inDoubt(InDoubt.rerun())
            .build();

    abstract Container.Start container();

    @Test
    @DisplayName(
            "R18, T16: a servlet that wants to be dispatched when its client has gone is in doubt, and does nothing"
                    + " twice")
    void dispatches() throws Exception {
        Hearing hearing = new Hearing();
        AtomicInteger charges = new AtomicInteger();
        CompletableFuture<AsyncContext> begun = new CompletableFuture<>();
        Scene.Handler handler = (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.getWriter().write("rendered");
            } else {
                charges.incrementAndGet();
                begun.complete(request.startAsync());
            }
        };
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), hearing, handler)) {
            CompletableFuture<?> client = scene.postAsync();
            AsyncContext context = begun.get(30, TimeUnit.SECONDS);

            CompletableFuture<Void> told = CompletableFuture.runAsync(hearing::clientHasGone);
            hearing.awaitHeld();
            context.dispatch();
            told.get(30, TimeUnit.SECONDS);
            hearing.end();

            assertThat(scene.state()).isEqualTo(State.IN_DOUBT);
            assertThat(charges).hasValue(1);
            client.cancel(true);
        }
    }

    @Test
    @DisplayName("R18, T8: one that completes is recorded as ever, and its retry gets the answer")
    void completes() throws Exception {
        Hearing hearing = new Hearing();
        CompletableFuture<AsyncContext> begun = new CompletableFuture<>();
        Scene.Handler handler = (request, response) -> {
            response.getWriter().write("done");
            begun.complete(request.startAsync());
        };
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), hearing, handler)) {
            CompletableFuture<?> client = scene.postAsync();
            AsyncContext context = begun.get(30, TimeUnit.SECONDS);

            CompletableFuture<Void> told = CompletableFuture.runAsync(hearing::clientHasGone);
            hearing.awaitHeld();
            context.complete();
            told.get(30, TimeUnit.SECONDS);
            hearing.end();

            assertThat(scene.post().body()).isEqualTo("done");
            assertThat(scene.runs).hasValue(1);
            client.cancel(true);
        }
    }

    @Test
    @DisplayName("R18, T8: what Spring's handlers wrote before they were dispatched is a part of the answer, as ever")
    void wroteBefore() throws Exception {
        Hearing hearing = new Hearing();
        CompletableFuture<AsyncContext> begun = new CompletableFuture<>();
        Scene.Handler handler = (request, response) -> {
            response.getWriter().write(request.getDispatcherType() == DispatcherType.REQUEST ? "before, " : "rendered");
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                request.setAttribute(AsyncRun.SPRINGS_RESULT, "a result");
                begun.complete(request.startAsync());
            }
        };
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), hearing, handler)) {
            CompletableFuture<?> client = scene.postAsync();
            AsyncContext context = begun.get(30, TimeUnit.SECONDS);

            CompletableFuture<Void> told = CompletableFuture.runAsync(hearing::clientHasGone);
            hearing.awaitHeld();
            context.dispatch();
            told.get(30, TimeUnit.SECONDS);
            hearing.end();

            assertThat(scene.post().body()).isEqualTo("before, rendered");
            assertThat(scene.runs).hasValue(1);
            client.cancel(true);
        }
    }

    @Test
    @DisplayName("R18: a servlet that completes when its client has gone without a word is not told by an exception")
    void completesIntoTheVoid() throws Exception {
        CompletableFuture<String> completed = new CompletableFuture<>();
        Scene.Handler handler = (request, response) -> {
            response.getWriter().write("done");
            AsyncContext context = request.startAsync();
            context.start(() -> {
                try {
                    context.complete();
                    completed.complete("as ever");
                } catch (RuntimeException e) {
                    completed.completeExceptionally(e);
                }
            });
        };
        AtomicInteger requests = new AtomicInteger();
        Filter gone = (request, response, chain) ->
                chain.doFilter(request, requests.getAndIncrement() == 0 ? unwritable(response) : response);
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), gone, handler)) {
            CompletableFuture<?> client = scene.postAsync();

            assertThat(completed.get(30, TimeUnit.SECONDS)).isEqualTo("as ever");
            assertThat(scene.post().body()).isEqualTo("done");
            assertThat(scene.runs).hasValue(1);
            client.cancel(true);
        }
    }

    @Test
    @DisplayName("R18, R23: a client that goes while its answer is being sent does not free the response for another's"
            + " request before")
    void goesDuringTheAnswer() throws Exception {
        CompletableFuture<AsyncContext> begun = new CompletableFuture<>();
        CompletableFuture<Void> sending = new CompletableFuture<>();
        CompletableFuture<Void> mayGoOn = new CompletableFuture<>();
        Scene.Handler handler = (request, response) -> {
            response.getWriter().write("done");
            begun.complete(request.startAsync());
        };
        Hearing hearing = new Hearing();
        AtomicInteger requests = new AtomicInteger();
        Filter slow = (request, response, chain) -> hearing.doFilter(
                request, requests.getAndIncrement() == 0 ? stalled(response, sending, mayGoOn) : response, chain);
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), slow, handler)) {
            CompletableFuture<?> client = scene.postAsync();
            AsyncContext context = begun.get(30, TimeUnit.SECONDS);
            CompletableFuture<Void> completed = CompletableFuture.runAsync(context::complete);
            sending.get(30, TimeUnit.SECONDS);

            CompletableFuture<Void> told = CompletableFuture.runAsync(hearing::clientHasGone);
            assertThat(hearing.isHeldBefore(told)).isTrue();
            mayGoOn.complete(null);
            told.get(30, TimeUnit.SECONDS);
            completed.get(30, TimeUnit.SECONDS);
            hearing.end();

            assertThat(scene.post().body()).isEqualTo("done");
            assertThat(scene.runs).hasValue(1);
            client.cancel(true);
        }
    }

    @Test
    @DisplayName("R28, R23: nor does one that has waited for another's answer, and goes while that is being sent")
    void waiterGoesDuringTheAnswer() throws Exception {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        CompletableFuture<Void> waits = new CompletableFuture<>();
        CompletableFuture<Void> sending = new CompletableFuture<>();
        CompletableFuture<Void> mayGoOn = new CompletableFuture<>();
        Scene.Handler handler = (request, response) -> {
            begun.complete(null);
            gate.join();
            response.getWriter().write("done");
        };
        Hearing hearing = new Hearing();
        AtomicInteger requests = new AtomicInteger();
        Filter slow = (request, response, chain) -> {
            if (requests.getAndIncrement() == 1) {
                hearing.doFilter(request, stalled(response, sending, mayGoOn), chain);
                waits.complete(null);
            } else {
                chain.doFilter(request, response);
            }
        };
        try (Scene scene = new Scene(container(), WAITS, UnaryOperator.identity(), slow, handler)) {
            CompletableFuture<?> first = scene.postAsync();
            begun.get(30, TimeUnit.SECONDS);
            CompletableFuture<?> retry = scene.postAsync();
            waits.get(30, TimeUnit.SECONDS);
            gate.complete(null);
            sending.get(30, TimeUnit.SECONDS);

            CompletableFuture<Void> told = CompletableFuture.runAsync(hearing::clientHasGone);
            assertThat(hearing.isHeldBefore(told)).isTrue();
            mayGoOn.complete(null);
            told.get(30, TimeUnit.SECONDS);
            hearing.end();

            first.get(30, TimeUnit.SECONDS);
            assertThat(scene.post().body()).isEqualTo("done");
            assertThat(scene.runs).hasValue(1);
            retry.cancel(true);
        }
    }

    /** A response whose client takes nothing until it may go on, and has gone then. */
    private static ServletResponse stalled(
            ServletResponse response, CompletableFuture<Void> sending, CompletableFuture<Void> mayGoOn) {
        return new HttpServletResponseWrapper((HttpServletResponse) response) {
            @Override
            public ServletOutputStream getOutputStream() throws IOException {
                sending.complete(null);
                mayGoOn.join();
                throw new IOException("connection reset by peer");
            }
        };
    }

    /** A response as containers give it whose client has gone. */
    private static ServletResponse unwritable(ServletResponse response) {
        return new HttpServletResponseWrapper((HttpServletResponse) response) {
            @Override
            public ServletOutputStream getOutputStream() throws IOException {
                throw new IOException("connection reset by peer");
            }
        };
    }
}
