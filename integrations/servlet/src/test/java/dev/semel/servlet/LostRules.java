// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.state.State;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What breaks on the server's side: nothing stays behind, and no part of an answer passes for the whole. */
@Tag("http")
abstract class LostRules {

    private static final int SOME = 600_000;

    /**
     * A body of this length has come whole when it breaks: a container that answers before then closes the connection
     * under a client that still sends, and not every client reads the answer after that.
     */
    private static final int BREAKS_AFTER = 200_000;

    /** Half of it is more than sockets hold for a client that does not read. */
    private static final int LARGE = 16 << 20;

    /** Long enough for a renewal to come in time on a busy machine. */
    private static final Duration LEASE = Duration.ofSeconds(5);

    private static final Filter NONE = (request, response, chain) -> chain.doFilter(request, response);

    abstract Container.Start container();

    private Scene scene(Scene.Handler handler) {
        return new Scene(container(), UnaryOperator.identity(), handler);
    }

    @Test
    @DisplayName("R29, T16: a body that ends in an Error takes no room with it")
    void errorInTheBody() throws Exception {
        Filter broken = (request, response, chain) -> {
            boolean breaks = ((HttpServletRequest) request).getHeader("X-Breaks") != null;
            chain.doFilter(breaks ? new Breaking((HttpServletRequest) request) : request, response);
        };
        try (Scene scene = new Scene(
                container(),
                Scene.OPERATION,
                limits -> limits.memory(1 << 20),
                UnaryOperator.identity(),
                broken,
                (request, response) -> response.getWriter().write("ran"))) {
            String body = "x".repeat(BREAKS_AFTER);
            for (int i = 0; i < 10; i++) {
                assertThat(scene.post("/", "text/plain", body, "X-Breaks", "yes")
                                .statusCode())
                        .isEqualTo(500);
            }
            assertThat(scene.post("/", "text/plain", body).statusCode()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName(
            "R29: a client that does not read its answer holds memory, and others get 503 for lack of it, until it has read")
    void slowReader() throws Exception {
        Operation large = Operation.named("scene").answerLimit(LARGE).build();
        try (Scene scene = new Scene(
                container(),
                large,
                limits -> limits.memory(LARGE),
                UnaryOperator.identity(),
                NONE,
                (request, response) -> response.getOutputStream().write(new byte[LARGE / 2]))) {
            assertThat(scene.post().statusCode()).isEqualTo(200);
            for (int i = 0; i < 3; i++) {
                try (SlowClient slow = scene.askSlowly();
                        SlowClient another = scene.askSlowly()) {
                    assertThat(scene.post().statusCode()).isEqualTo(503);
                    assertThat(another.isConnected()).isTrue();
                    assertThat(slow.readBody()).hasSize(LARGE / 2);
                    assertThat(scene.post().body()).hasSize(LARGE / 2);
                }
            }
            assertThat(scene.runs).hasValue(1);
        }
    }

    @Test
    @DisplayName("R19: an answer of which a part was lost on disk is broken off, never ended as if it were whole")
    void brokenOff() throws Exception {
        try (Scene scene = scene((request, response) -> losesAPart(response))) {
            assertBrokenOff(scene);
        }
    }

    @Test
    @DisplayName("R19: so is that of an asynchronous handler")
    void brokenOffLater() throws Exception {
        try (Scene scene = scene((request, response) -> later(request, () -> losesAPart(response)))) {
            assertBrokenOff(scene);
        }
    }

    private static void assertBrokenOff(Scene scene) throws Exception {
        assertThatThrownBy(scene::post).isInstanceOf(IOException.class);

        assertThat(scene.state()).isEqualTo(State.COMPLETED);
        assertThat(scene.post().statusCode()).isEqualTo(410);
        assertThat(scene.runs).hasValue(1);
    }

    @Test
    @DisplayName("T14, T16: an answer that was lost on disk before it began to leave is a 500 and a doubt")
    void lost() throws Exception {
        try (Scene scene = scene((request, response) -> losesAllBut(0, response))) {
            assertDoubted(scene);
        }
    }

    @Test
    @DisplayName("T14, T16: so is that of an asynchronous handler, and no empty 200")
    void lostLater() throws Exception {
        try (Scene scene = scene((request, response) -> later(request, () -> losesAllBut(0, response)))) {
            assertDoubted(scene);
        }
    }

    private static void assertDoubted(Scene scene) throws Exception {
        assertThat(scene.post().statusCode()).isEqualTo(500);
        assertThat(scene.state()).isEqualTo(State.IN_DOUBT);
        assertThat(scene.runs).hasValue(1);
    }

    @Test
    @DisplayName("T14, T16: so is that of an asynchronous handler whose error page fails with an Error")
    void errorPageFailsLater() throws Exception {
        Scene.Handler handler = (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.FORWARD) {
                throw new AssertionError("the page is broken");
            }
            later(request, () -> response.sendError(409));
        };
        try (Scene scene = new Scene(container(), filter -> filter.withErrorPage("/error"), handler)) {
            assertDoubted(scene);
        }
    }

    @Test
    @DisplayName("T14, R19: an asynchronous answer that times out when it has begun to leave is in doubt")
    void timesOutMeanwhile() throws Exception {
        Scene.Handler handler = (request, response) -> {
            request.startAsync().setTimeout(200);
            response.getOutputStream().write(new byte[2 * SOME]);
        };
        try (Scene scene = scene(handler)) {
            CompletableFuture<HttpResponse<String>> unused = scene.postAsync();
            scene.awaitEndings(1);
            assertThat(scene.state()).isEqualTo(State.IN_DOUBT);
        }
    }

    @Test
    @DisplayName("R9: the key of an asynchronous handler that never completes is free after the longest duration")
    void neverCompletes() throws Exception {
        Operation shortOne = Operation.named("scene")
                .inDoubt(InDoubt.rerun())
                .lease(LEASE)
                .maxDuration(LEASE.plusSeconds(1))
                .completionWait(Duration.ofMillis(50))
                .build();
        Scene.Handler handler = (request, response) -> {
            if (IdempotencyFilter.context(request).orElseThrow().attempt() == 1) {
                request.startAsync().setTimeout(0);
            } else {
                response.getWriter().write("attempt 2");
            }
        };
        try (Scene scene = new Scene(container(), shortOne, UnaryOperator.identity(), NONE, handler)) {
            long begun = System.nanoTime();
            CompletableFuture<HttpResponse<String>> unused = scene.postAsync();
            scene.awaitFirst();
            HttpResponse<String> again = scene.post();
            while (again.statusCode() == 409) {
                again = scene.post();
            }

            assertThat(again.body()).isEqualTo("attempt 2");
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("renewed beyond its lease")
                    .isGreaterThan(LEASE.plusMillis(500));
        }
    }

    /** Too much to be kept, and a part of the beginning is lost before it leaves. */
    private static void losesAPart(HttpServletResponse response) throws IOException {
        losesAllBut(SOME / 2, response);
        response.getOutputStream().write(new byte[SOME]);
    }

    private static void losesAllBut(int bytes, HttpServletResponse response) throws IOException {
        response.setContentType("application/octet-stream");
        response.getOutputStream().write(new byte[SOME]);
        SpilledFiles.loseAllBut(bytes);
    }

    /** What an asynchronous handler does on a thread of its own. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void later(HttpServletRequest request, Work work) {
        if (request.getDispatcherType() != DispatcherType.REQUEST) {
            throw new AssertionError("the handler must not run again");
        }
        AsyncContext context = request.startAsync();
        context.setTimeout(20_000);
        context.start(() -> {
            try {
                work.run();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            context.complete();
        });
    }

    /** A request whose body breaks the one who reads it, after a while. */
    private static final class Breaking extends HttpServletRequestWrapper {

        Breaking(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            ServletInputStream in = super.getInputStream();
            return new ServletInputStream() {
                private int left = BREAKS_AFTER;

                @Override
                public int read() throws IOException {
                    if (left-- <= 0) {
                        throw new LinkageError("no such class");
                    }
                    return in.read();
                }

                @Override
                public boolean isFinished() {
                    return in.isFinished();
                }

                @Override
                public boolean isReady() {
                    return in.isReady();
                }

                @Override
                public void setReadListener(ReadListener listener) {
                    in.setReadListener(listener);
                }

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    if (left <= 0) {
                        throw new LinkageError("no such class");
                    }
                    int read = in.read(bytes, from, Math.min(left, length));
                    left -= Math.max(0, read);
                    return read;
                }
            };
        }
    }
}
