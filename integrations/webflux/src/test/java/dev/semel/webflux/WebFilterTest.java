// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.Routes;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyMaker;
import dev.semel.memory.MemoryStore;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

@Tag("http")
@DisplayName("The filter for WebFlux")
class WebFilterTest {

    private static final int LIMIT = 1000;
    private static final Duration LONG = Duration.ofSeconds(20);

    private final MemoryStore store = MemoryStore.create();
    private final Idempotency engine =
            Idempotency.builder(store).developmentMode().withoutLog().build();
    private final Operation operation = Operation.named("pay")
            .inDoubt(InDoubt.rerun())
            .inFlight(InFlight.waitUpTo(LONG))
            .answerLimit(LIMIT)
            .build();
    private final IdempotencyWebFilter filter = IdempotencyWebFilter.of(HttpIdempotency.builder(engine)
            .policies(Routes.builder().route("/pay", HttpPolicy.of(operation)).build())
            .tenants(TenantResolver.sole())
            .bodyLimit(LIMIT)
            .build());
    private final CountedBuffers buffers = new CountedBuffers();
    private final AtomicInteger runs = new AtomicInteger();
    private final String key = KeyMaker.uuidV4().next();

    @AfterEach
    void close() {
        engine.close();
    }

    private MockServerWebExchange request(Flux<DataBuffer> body) {
        return MockServerWebExchange.from(MockServerHttpRequest.post("/pay")
                .header("Idempotency-Key", key)
                .body(body));
    }

    private MockServerWebExchange request() {
        return request(Flux.defer(() -> Flux.just(buffers.of("a body"))));
    }

    private WebFilterChain answering(Flux<DataBuffer> body) {
        return exchange -> {
            runs.incrementAndGet();
            return exchange.getResponse().writeWith(body);
        };
    }

    private State state() {
        return store.find(new RecordId(Tenant.sole(), "pay", new IdempotencyKey(key)))
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .record()
                .state();
    }

    private static String body(ServerWebExchange exchange) {
        return ((MockServerWebExchange) exchange)
                .getResponse()
                .getBodyAsString()
                .block(LONG);
    }

    @Test
    @DisplayName("T12: gives back each buffer of the request and of the answer, for the first request and for a replay")
    void givesBack() {
        MockServerWebExchange first = request();
        MockServerWebExchange second = request();
        WebFilterChain chain = answering(Flux.just("one, ", "two").map(buffers::of));

        filter.filter(first, chain).block(LONG);
        filter.filter(second, chain).block(LONG);

        assertThat(body(first)).isEqualTo("one, two");
        assertThat(body(second)).isEqualTo("one, two");
        assertThat(runs).hasValue(1);
        buffers.assertAllGivenBack(4);
    }

    @Test
    @DisplayName("R33: a request without a body runs, whatever it says about the type of what it does not have")
    void noBodyOfNoType() {
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.post("/pay")
                .header("Idempotency-Key", key)
                .header("Content-Type", "nonsense")
                .build());

        filter.filter(exchange, answering(Flux.empty())).block(LONG);

        assertThat(exchange.getResponse().getStatusCode()).hasToString("200 OK");
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("R33: a body beyond the limit is given back, too, and what comes after it is not asked for")
    void givesBackWhatIsTooMuch() {
        AtomicInteger asked = new AtomicInteger();
        MockServerWebExchange exchange = request(Flux.range(0, 100).map(number -> {
            asked.incrementAndGet();
            return buffers.of("x".repeat(LIMIT / 2));
        }));

        filter.filter(exchange, answering(Flux.empty())).block(LONG);

        assertThat(exchange.getResponse().getStatusCode()).hasToString("413 PAYLOAD_TOO_LARGE");
        assertThat(runs).hasValue(0);
        assertThat(asked.get()).isLessThan(6);
        buffers.assertAllGivenBack(asked.get());
    }

    @Test
    @DisplayName("R18, T8: a client that cancels stops nothing: the handler goes on, and its answer is saved")
    void cancelled() {
        Sinks.One<DataBuffer> answer = Sinks.one();
        Disposable client =
                filter.filter(request(), answering(answer.asMono().flux())).subscribe();

        client.dispose();
        assertThat(state()).isEqualTo(State.IN_PROGRESS);
        answer.tryEmitValue(buffers.of("late"));

        assertThat(state()).isEqualTo(State.COMPLETED);
        MockServerWebExchange retry = request();
        filter.filter(retry, answering(Flux.empty())).block(LONG);
        assertThat(body(retry)).isEqualTo("late");
        assertThat(runs).hasValue(1);
        buffers.assertAllGivenBack(3);
    }

    @Test
    @DisplayName(
            "R18, R19: one that cancels an answer which leaves already gets no more of it; the handler writes on to"
                    + " its end")
    void cancelledWhileItLeaves() {
        Sinks.Many<DataBuffer> answer = Sinks.many().unicast().onBackpressureBuffer();
        Sinks.Empty<Void> gone = Sinks.empty();
        MockServerWebExchange exchange = request();
        exchange.getResponse()
                .setWriteHandler(body -> body.takeUntilOther(gone.asMono()).then());
        Disposable client = filter.filter(exchange, answering(answer.asFlux())).subscribe();
        for (int i = 0; i < 4; i++) {
            answer.tryEmitNext(buffers.of("x".repeat(LIMIT / 2)));
        }

        client.dispose();
        for (int i = 0; i < 4; i++) {
            answer.tryEmitNext(buffers.of("y".repeat(LIMIT / 2)));
        }
        assertThat(state()).isEqualTo(State.IN_PROGRESS);
        answer.tryEmitComplete();

        assertThat(state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R19: an answer that leaves early does so as fast as its client takes it")
    void atTheClientsPace() {
        AtomicInteger made = new AtomicInteger();
        Flux<DataBuffer> answer = Flux.range(0, 1000).map(number -> {
            made.incrementAndGet();
            return buffers.of("x".repeat(LIMIT / 2));
        });
        MockServerWebExchange exchange = request();
        // Takes five, and then waits for ever.
        exchange.getResponse()
                .setWriteHandler(body -> body.concatMap(piece -> made.get() < 5 ? Mono.just(piece) : Mono.never(), 1)
                        .then());

        Disposable client = filter.filter(exchange, answering(answer)).subscribe();

        assertThat(made.get()).isLessThan(12);
        client.dispose();
        assertThat(made).hasValue(1000);
        assertThat(state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R18, R28: a waiting retry whose client cancels runs nothing and leaves nothing behind")
    void cancelledWhileItWaits() {
        Sinks.One<DataBuffer> answer = Sinks.one();
        Disposable first =
                filter.filter(request(), answering(answer.asMono().flux())).subscribe();
        Disposable waiting = filter.filter(request(), answering(Flux.empty())).subscribe();

        waiting.dispose();
        answer.tryEmitValue(buffers.of("done"));

        assertThat(first.isDisposed()).isTrue();
        assertThat(runs).hasValue(1);
        buffers.assertAllGivenBack(3);
    }

    @Test
    @DisplayName(
            "R15, T16: a handler that throws instead of signalling leaves a doubt, not a zombie; so does one that is"
                    + " broken")
    void throwsInstead() {
        for (Throwable failure :
                new Throwable[] {new IllegalStateException("thrown"), new NoClassDefFoundError("gone")}) {
            MockServerWebExchange exchange = request();

            Throwable seen = thrownBy(filter.filter(exchange, any -> WebFilterTest.<RuntimeException>raise(failure)));

            assertThat(seen).isSameAs(failure);
            assertThat(state()).isEqualTo(State.IN_DOUBT);
        }
    }

    private static Throwable thrownBy(Mono<Void> filtered) {
        try {
            return filtered.materialize().block(LONG).getThrowable();
        } catch (Throwable e) {
            return e;
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> Mono<Void> raise(Throwable failure) throws E {
        throw (E) failure;
    }
}
