// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.Idempotent;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("A client that hangs up on an asynchronous handler of Spring MVC")
class HungUpTest {

    private static final int PIECE = 64 << 10;

    /** More than is kept of an answer, and more than sockets hold. */
    private static final int MANY = 256;

    /** Tomcat 10, of Boot 3.5, tells of a client that has gone as soon as it knows; Tomcat 11 when the handler has ended. */
    private static final boolean TELLS =
            ClassUtils.isPresent("org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory", null);

    private static volatile CountDownLatch told = new CountDownLatch(1);
    private static volatile CountDownLatch ended = new CountDownLatch(1);
    private static final AtomicInteger PIECES = new AtomicInteger();
    private static final AtomicInteger RUNS = new AtomicInteger();

    private Booted booted;

    @BeforeAll
    void boot() {
        booted = Booted.of(Booted.Open.class, Streams.class)
                .with("semel.http.tenants", "sole")
                .serve();
    }

    @AfterAll
    void end() {
        booted.close();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/streaming", "/emitter"})
    @DisplayName("R18, R19, T8: ends nothing: the handler goes on to its end, and that is recorded: ")
    void hangsUp(String path) throws Exception {
        told = new CountDownLatch(1);
        ended = new CountDownLatch(1);
        PIECES.set(0);
        RUNS.set(0);
        String key = Client.newKey();

        hangUpMeanwhile(booted.uri(), path, key);

        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(PIECES).hasValue(MANY + 1);
        assertThat(stateOnceKnown("streams" + path.replace('/', '.'), key)).isEqualTo(State.COMPLETED);
        assertThat(new Client(booted.uri()).post(path, key, "{}").statusCode()).isEqualTo(410);
        assertThat(RUNS).hasValue(1);
    }

    /** The container says so some time after the handler has ended. */
    private State stateOnceKnown(String operation, String key) {
        long begun = System.nanoTime();
        State state = state(operation, key);
        while (state == State.IN_PROGRESS && System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(60)) {
            Thread.onSpinWait();
            state = state(operation, key);
        }
        return state;
    }

    private State state(String operation, String key) {
        return booted.bean(IdempotencyStore.class)
                .find(new RecordId(Tenant.sole(), operation, new IdempotencyKey(key)))
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .record()
                .state();
    }

    private static void hangUpMeanwhile(URI server, String path, String key) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(PIECE);
            socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
            String request = "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    + "Idempotency-Key: " + key + "\r\nContent-Length: 2\r\n\r\n{}";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readNBytes(PIECE)).hasSize(PIECE);
            // Its end is told at once, and not when somebody has read what is left.
            socket.setSoLinger(true, 0);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(StreamsController.class)
    static class Streams {

        /** In front of ours: knows what the container tells. */
        @Bean
        FilterRegistrationBean<Filter> listening() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) ->
                    chain.doFilter(new Listening((HttpServletRequest) request), response));
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
            registration.setAsyncSupported(true);
            return registration;
        }
    }

    @RestController
    static class StreamsController {

        @PostMapping("/streaming")
        @Idempotent("streams.streaming")
        StreamingResponseBody streaming(@RequestBody String order) {
            return StreamsController::write;
        }

        @PostMapping("/emitter")
        @Idempotent("streams.emitter")
        ResponseBodyEmitter emitter(@RequestBody String order) {
            ResponseBodyEmitter emitter = new ResponseBodyEmitter();
            Thread writer = new Thread(() -> {
                try {
                    write(new OutputStream() {
                        @Override
                        public void write(int one) {
                            throw new AssertionError("pieces are written as a whole");
                        }

                        @Override
                        public void write(byte[] piece) throws IOException {
                            emitter.send(piece);
                        }
                    });
                    emitter.complete();
                } catch (IOException e) {
                    emitter.completeWithError(e);
                }
            });
            writer.setDaemon(true);
            writer.start();
            return emitter;
        }

        /** Writes on after the container was told that there is nobody. */
        private static void write(OutputStream out) throws IOException {
            RUNS.incrementAndGet();
            try {
                for (int i = 0; i < MANY; i++) {
                    out.write(new byte[PIECE]);
                    PIECES.incrementAndGet();
                }
                if (TELLS && !told.await(30, TimeUnit.SECONDS)) {
                    throw new AssertionError("the container has not noticed");
                }
                out.write(new byte[PIECE]);
                PIECES.incrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            } finally {
                ended.countDown();
            }
        }
    }

    /** Hears what the container tells, before anybody else does. */
    private static final class Listening extends HttpServletRequestWrapper implements AsyncListener {

        Listening(HttpServletRequest request) {
            super(request);
        }

        @Override
        public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
            AsyncContext context = super.startAsync(request, response);
            context.addListener(this);
            return context;
        }

        @Override
        public void onError(AsyncEvent event) {
            told.countDown();
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
