// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.State;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A client that has gone, on Tomcat")
class TomcatHungUpTest extends HungUpRules {

    /** More than is kept of an answer, and more than sockets hold. */
    private static final int MUCH = 16 << 20;

    @Override
    Container.Start container() {
        return EmbeddedTomcat::new;
    }

    @Test
    @DisplayName("R18, R19: what a servlet lets the container run goes on to its end, which is recorded")
    void runsByContainer() throws Exception {
        Scene.Handler handler = (request, response) -> {
            AsyncContext context = request.startAsync();
            context.start(() -> {
                write(response);
                context.complete();
            });
        };
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), handler)) {
            scene.askSlowly().hangUp();
            scene.awaitEndings(1);

            assertThat(scene.state()).isEqualTo(State.COMPLETED);
            assertThat(scene.post().statusCode()).isEqualTo(410);
            assertThat(scene.runs).hasValue(1);
        }
    }

    @Test
    @DisplayName("R18, T16: what it wants run when Tomcat knows that the client has gone runs all the same")
    void runsLater() throws Exception {
        Noticing noticing = new Noticing();
        CompletableFuture<AsyncContext> begun = new CompletableFuture<>();
        Scene.Handler handler = (request, response) -> {
            AsyncContext context = request.startAsync();
            begun.complete(context);
            context.start(() -> write(response));
        };
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), noticing, handler)) {
            scene.askSlowly().hangUp();
            AsyncContext context = begun.get(30, TimeUnit.SECONDS);
            noticing.noticed.get(30, TimeUnit.SECONDS);

            context.start(context::complete);
            scene.awaitEndings(1);

            assertThat(scene.state()).isEqualTo(State.COMPLETED);
            assertThat(scene.post().statusCode()).isEqualTo(410);
            assertThat(scene.runs).hasValue(1);
        }
    }

    private static void write(ServletResponse response) {
        try {
            OutputStream out = response.getOutputStream();
            out.write(new byte[MUCH]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In front of ours: hears when the container says that the client has gone. */
    private static final class Noticing extends QuietAsyncListener implements Filter {

        private final CompletableFuture<Void> noticed = new CompletableFuture<>();

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, jakarta.servlet.FilterChain chain)
                throws IOException, jakarta.servlet.ServletException {
            chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {
                        @Override
                        public AsyncContext startAsync(ServletRequest given, ServletResponse answer) {
                            AsyncContext context = super.startAsync(given, answer);
                            context.addListener(Noticing.this);
                            return context;
                        }
                    },
                    response);
        }

        @Override
        public void onError(AsyncEvent event) {
            noticed.complete(null);
        }
    }
}
