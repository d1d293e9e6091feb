// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Idempotency;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.testkit.ManualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The least that an adapter does, in a test: an engine on manual time, one operation, and a handler that counts. */
final class Server implements AutoCloseable {

    static final String KEY = "5f0c8d7e-6a3b-4c1d-9e2f-0a1b2c3d4e5f";
    static final String OTHER_KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324";

    final ManualTime time = ManualTime.together();
    final AtomicInteger runs = new AtomicInteger();
    final Idempotency engine;
    final HttpIdempotency http;

    private Server(
            UnaryOperator<IdempotencyStore> store,
            UnaryOperator<OperationBuilder> operation,
            UnaryOperator<HttpPolicyBuilder> policy,
            UnaryOperator<HttpIdempotencyBuilder> settings) {
        engine = Idempotency.builder(store.apply(MemoryStore.on(time.clock())))
                .timers(time.timers())
                .executor(Runnable::run)
                .drainTime(Duration.ZERO)
                .developmentMode()
                .withoutLog()
                .build();
        HttpPolicy charges = policy.apply(HttpPolicy.builder(
                        operation.apply(Operation.payments("charges.create")).build()))
                .build();
        http = settings.apply(HttpIdempotency.builder(engine)
                        .policies(Routes.builder().route("/charges/**", charges).build())
                        .tenants(TenantResolver.principal()))
                .build();
    }

    static Server start() {
        return withPolicy(UnaryOperator.identity());
    }

    static Server withPolicy(UnaryOperator<HttpPolicyBuilder> policy) {
        return new Server(UnaryOperator.identity(), UnaryOperator.identity(), policy, UnaryOperator.identity());
    }

    static Server withOperation(UnaryOperator<OperationBuilder> operation) {
        return new Server(UnaryOperator.identity(), operation, UnaryOperator.identity(), UnaryOperator.identity());
    }

    static Server with(UnaryOperator<HttpPolicyBuilder> policy, UnaryOperator<HttpIdempotencyBuilder> settings) {
        return with(UnaryOperator.identity(), policy, settings);
    }

    static Server with(
            UnaryOperator<OperationBuilder> operation,
            UnaryOperator<HttpPolicyBuilder> policy,
            UnaryOperator<HttpIdempotencyBuilder> settings) {
        return new Server(UnaryOperator.identity(), operation, policy, settings);
    }

    static Server withSettings(UnaryOperator<HttpIdempotencyBuilder> settings) {
        return new Server(UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity(), settings);
    }

    static Server onStore(UnaryOperator<IdempotencyStore> store, UnaryOperator<OperationBuilder> operation) {
        return new Server(store, operation, UnaryOperator.identity(), UnaryOperator.identity());
    }

    /** One request from its head to its answer; the handler answers 201 and a number that grows with each run. */
    HttpAnswer send(Head head, String body) {
        return send(head, body, () -> created("charge " + runs.incrementAndGet()));
    }

    HttpAnswer send(Head head, String body, Supplier<HttpAnswer> handler) {
        return admit(head, body).match(new HttpAdmission.Cases<>() {
            @Override
            public HttpAnswer passThrough() {
                return handler.get();
            }

            @Override
            public HttpAnswer answer(HttpAnswer answer) {
                return answer;
            }

            @Override
            public HttpAnswer run(Exchange exchange) {
                HttpAnswer own = handler.get().with(exchange.marks());
                return now(exchange.answered(own)).or(own);
            }
        });
    }

    /** A request whose handler has not ended yet. */
    Exchange begin(Head head, String body) {
        return ((HttpAdmission.Run) admit(head, body)).exchange();
    }

    HttpAdmission admit(Head head, String body) {
        return http.receive(head).match(new Reception.Cases<>() {
            @Override
            public HttpAdmission passThrough() {
                return new HttpAdmission.PassThrough();
            }

            @Override
            public HttpAdmission answer(HttpAnswer answer) {
                return new HttpAdmission.Answered(answer);
            }

            @Override
            public HttpAdmission read(Intake intake) {
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                intake.feed(bytes, 0, bytes.length);
                CompletionStage<HttpAdmission> admission = intake.admit();
                if (!admission.toCompletableFuture().isDone()) {
                    // A store that is down is asked again a few times, with pauses.
                    time.advance(Duration.ofSeconds(10));
                }
                HttpAdmission decided = now(admission);
                // What is sent here has arrived.
                intake.sent();
                return decided;
            }
        });
    }

    static <T> T now(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    static HttpAnswer created(String body) {
        return HttpAnswer.owning(201, Headers.of("Content-Type", "text/plain"), body.getBytes(StandardCharsets.UTF_8));
    }

    static String text(HttpAnswer answer) {
        return new String(answer.toBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        engine.close();
    }
}
