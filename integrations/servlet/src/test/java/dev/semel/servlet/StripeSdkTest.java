// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.stripe.StripeClient;
import com.stripe.exception.ApiException;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.StripeException;
import com.stripe.model.Charge;
import com.stripe.net.RequestOptions;
import com.stripe.param.ChargeCreateParams;
import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.http.Dialect;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.Routes;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyMaker;
import dev.semel.memory.MemoryStore;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that speaks Stripe's dialect, and Stripe's own Java library as its client. */
@Tag("http")
@DisplayName("Stripe's Java library, on a server in the stripe dialect,")
class StripeSdkTest {

    private static final int PATIENCE = 30;

    private final AtomicInteger charges = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final Idempotency engine = Idempotency.builder(MemoryStore.create())
            .developmentMode()
            .withoutLog()
            .build();
    private final Jetty server = new Jetty(new OpensTheGate(filter(), gate), new Charges(this));
    private final String key = KeyMaker.uuidV4().next();

    @AfterEach
    void close() {
        gate.countDown();
        server.close();
        engine.close();
    }

    private IdempotencyFilter filter() {
        Operation charge =
                Operation.named("charges.create").inDoubt(InDoubt.rerun()).build();
        return IdempotencyFilter.of(HttpIdempotency.builder(engine)
                .policies(Routes.builder()
                        .route("/v1/charges", HttpPolicy.of(charge))
                        .build())
                .tenants(TenantResolver.header("Authorization"))
                .dialect(Dialect.stripe())
                .build());
    }

    private Charge charge(long amount, String description, int retries) throws StripeException {
        StripeClient client = StripeClient.builder()
                .setApiKey("sk_test_semel")
                .setApiBase(server.uri().toString())
                .build();
        ChargeCreateParams params = ChargeCreateParams.builder()
                .setAmount(amount)
                .setCurrency("eur")
                .setSource("tok_visa")
                .setDescription(description)
                .build();
        RequestOptions options = RequestOptions.builder()
                .setIdempotencyKey(key)
                .setMaxNetworkRetries(retries)
                .build();
        return client.charges().create(params, options);
    }

    @Test
    @DisplayName("R34: gets the first charge again, and sees that it is replayed")
    void replay() throws StripeException {
        Charge first = charge(100, "quick", 0);
        Charge again = charge(100, "quick", 0);

        assertThat(first.getId()).isEqualTo("ch_1");
        assertThat(again.getId()).isEqualTo("ch_1");
        assertThat(again.getLastResponse().headers().firstValue("Idempotent-Replayed"))
                .hasValue("true");
        assertThat(charges).hasValue(1);
    }

    @Test
    @DisplayName("R34: throws its IdempotencyException for a key that was used for another charge")
    void mismatch() throws StripeException {
        charge(100, "quick", 0);

        IdempotencyException refused = catchThrowableOfType(IdempotencyException.class, () -> charge(999, "quick", 0));

        assertThat(refused.getStatusCode()).isEqualTo(400);
        assertThat(refused.getStripeError().getType()).isEqualTo("idempotency_error");
        assertThat(refused.getMessage()).contains("used for another request");
        assertThat(charges).hasValue(1);
    }

    @Test
    @DisplayName("R28, R34: is told of a charge that still runs, in words that it can read")
    void conflict() throws Exception {
        CompletableFuture<Charge> first = inBackground("slow");
        await(begun);

        ApiException busy = catchThrowableOfType(ApiException.class, () -> charge(100, "slow", 0));

        assertThat(busy.getStatusCode()).isEqualTo(409);
        assertThat(busy.getCode()).isEqualTo("idempotency_key_in_use");
        gate.countDown();
        assertThat(first.get().getId()).isEqualTo("ch_1");
    }

    @Test
    @DisplayName("R28, R34: retries a charge that still runs by itself, and gets its answer")
    void retriesByItself() throws Exception {
        CompletableFuture<Charge> first = inBackground("until a retry comes");
        await(begun);

        Charge again = charge(100, "until a retry comes", 10);

        assertThat(again.getId()).isEqualTo(first.get().getId());
        assertThat(charges).hasValue(1);
    }

    @Test
    @DisplayName("R24: reads what is wrong with a key")
    void badKey() {
        StripeException refused = catchThrowableOfType(
                StripeException.class,
                () -> StripeClient.builder()
                        .setApiKey("sk_test_semel")
                        .setApiBase(server.uri().toString())
                        .build()
                        .charges()
                        .create(RequestOptions.builder()
                                .setIdempotencyKey("short")
                                .build()));

        assertThat(refused.getStatusCode()).isEqualTo(400);
        assertThat(refused.getCode()).isEqualTo("key-too-short");
        assertThat(charges).hasValue(0);
    }

    private CompletableFuture<Charge> inBackground(String description) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return charge(100, description, 0);
            } catch (StripeException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Our filter, behind one that opens the gate when a second retry arrives: the first has been refused by then. */
    private static final class OpensTheGate extends HttpFilter {

        @Serial
        private static final long serialVersionUID = 1;

        private final transient IdempotencyFilter ours;
        private final transient CountDownLatch gate;
        private final AtomicInteger arrivals = new AtomicInteger();

        OpensTheGate(IdempotencyFilter ours, CountDownLatch gate) {
            this.ours = ours;
            this.gate = gate;
        }

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (arrivals.incrementAndGet() == 3) {
                gate.countDown();
            }
            ours.doFilter(request, response, chain);
        }
    }

    /** Makes charges; a slow one waits for the gate. */
    private static final class Charges extends HttpServlet {

        @Serial
        private static final long serialVersionUID = 1;

        private final transient StripeSdkTest test;

        Charges(StripeSdkTest test) {
            this.test = test;
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            int number = test.charges.incrementAndGet();
            if (!"quick".equals(request.getParameter("description"))) {
                test.begun.countDown();
                await(test.gate);
            }
            response.setContentType("application/json");
            response.getWriter().write("{\"id\":\"ch_" + number + "\",\"object\":\"charge\"}");
        }
    }
}
