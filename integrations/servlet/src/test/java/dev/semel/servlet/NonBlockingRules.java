// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Handlers that read and write without blocking: they are called as containers call them. */
@Tag("http")
abstract class NonBlockingRules {

    private static final String LONG = "0123456789abcdef".repeat(20_000);

    abstract Container.Start container();

    @Test
    @DisplayName("R33: a handler that is both listeners is called by one thread at a time, and echoes every byte")
    void oneAtATime() throws Exception {
        AtomicInteger most = new AtomicInteger();
        Scene.Handler handler = (request, response) -> {
            AsyncContext context = request.startAsync();
            Echo echo = new Echo(context, request.getInputStream(), response.getOutputStream(), most);
            request.getInputStream().setReadListener(echo);
            response.getOutputStream().setWriteListener(echo);
        };
        for (int round = 0; round < 5; round++) {
            try (Scene scene = new Scene(container(), UnaryOperator.identity(), handler)) {
                assertThat(scene.post("/", "text/plain", LONG).body()).isEqualTo(LONG);
                assertThat(Scene.isReplay(scene.post("/", "text/plain", LONG))).isTrue();
            }
        }
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("R33: nobody is called before the dispatch is over that has named the listener")
    void notBeforeTheDispatchIsOver() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicBoolean calledBefore = new AtomicBoolean();
        Scene.Handler handler = (request, response) -> {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new Reader(in, () -> calledBefore.compareAndSet(false, !over.get()), context));
            work();
            over.set(true);
        };
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), handler)) {
            assertThat(scene.post().statusCode()).isEqualTo(200);
        }
        assertThat(calledBefore).isFalse();
    }

    @Test
    @DisplayName("R33, T16: a listener that fails with an Error is told of it, and may answer")
    void errorsAreTold() throws Exception {
        Scene.Handler handler = (request, response) -> {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            Runnable fails = () -> {
                throw new AssertionError("the handler is broken");
            };
            in.setReadListener(new Reader(in, fails, context) {
                @Override
                public void onError(Throwable failure) {
                    response.setStatus(502);
                    context.complete();
                }
            });
        };
        try (Scene scene = new Scene(container(), UnaryOperator.identity(), handler)) {
            assertThat(scene.post().statusCode()).isEqualTo(502);
        }
    }

    /** What a handler may still have to do, for some milliseconds. */
    private static void work() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int i = 0; i < 100; i++) {
                digest.update(new byte[1 << 18]);
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads everything, and completes. */
    private static class Reader implements ReadListener {

        private final ServletInputStream in;
        private final Runnable called;
        private final AsyncContext context;

        Reader(ServletInputStream in, Runnable called, AsyncContext context) {
            this.in = in;
            this.called = called;
            this.context = context;
        }

        @Override
        public void onDataAvailable() throws IOException {
            called.run();
            byte[] piece = new byte[1024];
            while (in.isReady() && !in.isFinished() && in.read(piece) >= 0) {
                called.run();
            }
        }

        @Override
        public void onAllDataRead() {
            context.complete();
        }

        @Override
        public void onError(Throwable failure) {
            context.complete();
        }
    }

    /** Writes what it reads. It has no lock: containers call it from one thread at a time. */
    private static final class Echo implements ReadListener, WriteListener {

        private final AsyncContext context;
        private final ServletInputStream in;
        private final ServletOutputStream out;
        private final AtomicInteger most;
        private final AtomicInteger inside = new AtomicInteger();
        private final byte[] piece = new byte[97];
        private boolean done;

        Echo(AsyncContext context, ServletInputStream in, ServletOutputStream out, AtomicInteger most) {
            this.context = context;
            this.in = in;
            this.out = out;
            this.most = most;
        }

        @Override
        public void onDataAvailable() throws IOException {
            goOn();
        }

        @Override
        public void onAllDataRead() throws IOException {
            goOn();
        }

        @Override
        public void onWritePossible() throws IOException {
            goOn();
        }

        private void goOn() throws IOException {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            try {
                while (!done && out.isReady() && in.isReady()) {
                    int read = in.read(piece);
                    if (read < 0) {
                        done = true;
                        context.complete();
                    } else {
                        out.write(piece, 0, read);
                    }
                }
            } finally {
                inside.decrementAndGet();
            }
        }

        @Override
        public void onError(Throwable failure) {
            context.complete();
        }
    }
}
