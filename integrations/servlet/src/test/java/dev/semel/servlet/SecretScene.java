// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.event.EventListener;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.HttpPolicy;
import dev.semel.http.Routes;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyMaker;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** The filter with all its listeners, in Jetty, and a client whose keys, tenant and bodies can be recognised. */
final class SecretScene implements AutoCloseable {

    final SecretStore store = new SecretStore();
    final Semaphore begun = new Semaphore(0);
    final Semaphore gate = new Semaphore(0);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Told told;
    private final Idempotency engine;
    private final Container container;

    SecretScene(Told told, Filter front) {
        this.told = told;
        // A listener that fails must not be quoted, either.
        EventListener broken = event -> {
            throw new IllegalStateException(SecretStore.KEY + SecretStore.TENANT + SecretStore.BODY);
        };
        engine = Idempotency.builder(store)
                .developmentMode()
                .listener(told)
                .listener(broken)
                .drainTime(Duration.ZERO)
                .storeTimeout(Duration.ofSeconds(1))
                .build();
        HttpIdempotency http = HttpIdempotency.builder(engine)
                .policies(routes())
                .tenants(TenantResolver.header("X-Tenant"))
                .listener(told)
                .listener(broken)
                .bodyLimit(50_000)
                .build();
        Filter ours = IdempotencyFilter.of(http);
        container = new Jetty(
                (request, response, chain) -> {
                    if (((HttpServletRequest) request).getRequestURI().equals("/read-in-front")) {
                        request.getParameterMap();
                    }
                    front.doFilter(request, response, (passed, given) -> ours.doFilter(passed, given, chain));
                },
                new Acting(begun, gate));
    }

    private static Routes routes() {
        return Routes.builder()
                .route("/large", HttpPolicy.of(named("large").answerLimit(100).build()))
                .route(
                        "/held",
                        HttpPolicy.of(named("held").inDoubt(InDoubt.hold()).build()))
                .route("/open", HttpPolicy.of(named("open").failOpen().build()))
                .route(
                        "/hasty",
                        HttpPolicy.of(named("hasty")
                                .completionWait(Duration.ofMillis(100))
                                .build()))
                .route(
                        "/member",
                        HttpPolicy.builder(named("member").build())
                                .keyInBody("/id")
                                .build())
                .route("/{any}", HttpPolicy.of(named("plain").build()))
                .build();
    }

    private static OperationBuilder named(String name) {
        return Operation.named("secret." + name).inDoubt(InDoubt.rerun());
    }

    String newKey() {
        return SecretStore.KEY + "-" + KeyMaker.uuidV4().next();
    }

    String body() {
        return "name=" + SecretStore.BODY;
    }

    HttpResponse<String> post(String target, String key, String body) throws Exception {
        return post(target, key, body, "X-Nothing", "more");
    }

    HttpResponse<String> post(String target, String key, String body, String header, String value) throws Exception {
        HttpResponse<String> response = client.send(
                request(target, key, body, header, value), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        told.answer(response);
        return response;
    }

    CompletableFuture<HttpResponse<String>> postAsync(String target, String key) {
        return client.sendAsync(request(target, key, body(), "X-Nothing", "more"), HttpResponse.BodyHandlers.ofString())
                .whenComplete((response, failure) -> told.answer(response));
    }

    private HttpRequest request(String target, String key, String body, String header, String value) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(container.uri() + target))
                .timeout(Duration.ofSeconds(30))
                .header("X-Tenant", SecretStore.TENANT)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header(header, value)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!header.equals("X-No-Key")) {
            request.header("Idempotency-Key", key);
        }
        return request.build();
    }

    @Override
    public void close() {
        container.close();
        engine.close();
    }

    /** What the handlers do; their exceptions say what they should not. */
    private static final class Acting extends HttpServlet {

        @Serial
        private static final long serialVersionUID = 1;

        private final Semaphore begun;
        private final Semaphore gate;

        Acting(Semaphore begun, Semaphore gate) {
            this.begun = begun;
            this.gate = gate;
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            switch (request.getRequestURI()) {
                case "/throws", "/held" -> throw new IllegalStateException(request.getParameter("name"));
                case "/slow" -> {
                    begun.release();
                    gate.acquireUninterruptibly();
                }
                case "/status" -> response.setStatus(Integer.parseInt(request.getQueryString()));
                case "/large" -> response.getOutputStream().write(new byte[1000]);
                default -> response.getOutputStream().print(request.getParameter("name"));
            }
        }
    }
}
