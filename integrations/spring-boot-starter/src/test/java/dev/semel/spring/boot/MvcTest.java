// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.TenantResolver;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("A handler of Spring MVC")
class MvcTest {

    private static final String ORDER = "{\"amount\": 7}";

    private Booted booted;
    private Client client;

    @Configuration(proxyBeanMethods = false)
    @Import({ShopController.class, ShopController.Stock.class})
    static class Shop {

        /** Behind ours, and changes where a request goes. */
        @Bean
        FilterRegistrationBean<Filter> rewriting() {
            return new FilterRegistrationBean<>((request, response, chain) -> {
                HttpServletRequest http = (HttpServletRequest) request;
                chain.doFilter(http.getHeader("X-Rewrite") == null ? request : rewritten(http), response);
            });
        }

        private static HttpServletRequest rewritten(HttpServletRequest request) {
            return new HttpServletRequestWrapper(request) {
                @Override
                public String getRequestURI() {
                    return "/created";
                }

                @Override
                public String getServletPath() {
                    return "/created";
                }
            };
        }
    }

    @BeforeAll
    void boot() {
        booted = Booted.of(Booted.Open.class, Shop.class)
                .with("semel.http.tenants", "sole")
                .with("semel.operations.paths.paths", "/by-path/**")
                .with("semel.operations.z-exact.paths", "/by-path/exact,/{any}/exact/{thing}")
                .with("semel.operations.z-named.paths", "/by-path/{any}/item")
                .with("semel.operations.lower.paths", "/lower")
                .with("semel.operations.lower.methods", "put")
                .with("semel.operations[shop.canonical].fingerprint", "canonical_json")
                .with("semel.operations[shop.canonical].paths", "/also-canonical")
                .serve();
        client = new Client(booted.uri());
    }

    @AfterAll
    void end() {
        booted.close();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "/entity, 201, POST /entity",
        "/deferred, 200, shop.deferred",
        "/future, 202, shop.future",
        "/callable, 200, shop.callable",
        "/streaming, 200, shop.streaming",
        "/problem, 409, shop.problem",
        "/sold-out, 422, shop.sold-out",
        "/validated, 200, shop.validated",
        "/created, 201, shop.created",
        "/discontinued, 410, shop.discontinued",
        "/locked, 423, shop.locked",
        "/send-error, 409, shop.send-error"
    })
    @DisplayName("R33, T14: runs once, and a retry gets the first answer, byte for byte: ")
    void runsOnce(String path, int status, String operation) {
        String key = Client.newKey();
        int before = ShopController.RUNS.get();

        HttpResponse<String> first = client.post(path, key, ORDER);
        HttpResponse<String> second = client.post(path, key, ORDER);

        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(first.body()).isNotEmpty();
        assertThat(Client.isReplay(first)).isFalse();
        assertReplayed(first, second);
        assertThat(ShopController.RUNS).hasValue(before + 1);
        assertThat(state(operation, key)).isEqualTo(status < 400 ? State.COMPLETED : State.FAILED);
    }

    private static void assertReplayed(HttpResponse<String> first, HttpResponse<String> second) {
        assertThat(Client.isReplay(second)).isTrue();
        assertThat(second.statusCode()).isEqualTo(first.statusCode());
        assertThat(second.body()).isEqualTo(first.body());
        for (String header : new String[] {"Content-Type", "Location", "X-Run"}) {
            assertThat(second.headers().allValues(header))
                    .isEqualTo(first.headers().allValues(header));
        }
    }

    private State state(String operation, String key) {
        return find(operation, key).orElseThrow();
    }

    private Optional<State> find(String operation, String key) {
        return booted.bean(IdempotencyStore.class)
                .find(new RecordId(Tenant.sole(), operation, new IdempotencyKey(key)))
                .toCompletableFuture()
                .join()
                .map(found -> found.record().state());
    }

    @Test
    @DisplayName("R15: a body that is not valid gets its 400 saved, and the handler never runs")
    void validation() {
        String key = Client.newKey();
        int before = ShopController.RUNS.get();

        HttpResponse<String> first = client.post("/validated", key, "{\"amount\": 0}");

        assertThat(first.statusCode()).isEqualTo(400);
        assertReplayed(first, client.post("/validated", key, "{\"amount\": 0}"));
        assertThat(ShopController.RUNS).hasValue(before);
        assertThat(state("shop.validated", key)).isEqualTo(State.FAILED);
    }

    @Test
    @DisplayName("R33: what ResponseStatusException says is rendered as Boot renders errors, and that is what is saved")
    void errorPage() {
        HttpResponse<String> answer = client.post("/send-error", Client.newKey(), ORDER);

        assertThat(answer.body()).contains("\"status\":409", "\"path\":\"/send-error\"");
    }

    @Test
    @DisplayName("R10, R15, T16: an uncaught exception is in doubt; the next attempt knows its number and the reason")
    void uncaught() {
        String key = Client.newKey();

        HttpResponse<String> first = client.post("/uncaught", key, ORDER);
        State between = state("shop.uncaught", key);
        HttpResponse<String> second = client.post("/uncaught", key, ORDER);

        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(between).isEqualTo(State.IN_DOUBT);
        assertThat(second.body()).isEqualTo("attempt 2, IN_DOUBT");
        assertReplayed(second, client.post("/uncaught", key, ORDER));
    }

    @Test
    @DisplayName("R15, T14: a future that fails is in doubt")
    void futureFails() {
        String key = Client.newKey();

        assertThat(client.post("/future-fails", key, ORDER).statusCode()).isEqualTo(500);
        assertThat(state("shop.future-fails", key)).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R26, T12: an upload is compared without its boundary, and its parts reach the handler")
    void multipart() {
        String key = Client.newKey();

        HttpResponse<String> first = upload("/multipart", key, "one-boundary", "hello");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).endsWith(" a note hello.txt hello");
        assertReplayed(first, upload("/multipart", key, "another-boundary", "hello"));
        assertThat(upload("/multipart", key, "one-boundary", "other").statusCode())
                .isEqualTo(422);
    }

    private HttpResponse<String> upload(String path, String key, String boundary, String content) {
        String body =
                "--" + boundary + "\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\na note\r\n--" + boundary
                        + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"hello.txt\"\r\n"
                        + "Content-Type: text/plain\r\n\r\n" + content + "\r\n--" + boundary + "--\r\n";
        return client.send("POST", path, key, "multipart/form-data; boundary=" + boundary, body);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"POST", "PATCH"})
    @DisplayName("R26: a form in chunks is compared, also where a filter of Spring's has read it before: ")
    void form(String method) {
        String key = Client.newKey();

        HttpResponse<String> first = form(method, key, "amount=7");

        assertThat(first.body()).endsWith(" 7");
        assertReplayed(first, form(method, key, "amount=7"));
        assertThat(form(method, key, "amount=8").statusCode()).isEqualTo(422);
    }

    private HttpResponse<String> form(String method, String key, String body) {
        HttpRequest.BodyPublisher chunks = HttpRequest.BodyPublishers.fromPublisher(
                HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        return client.send(client.request(method, "/form", "application/x-www-form-urlencoded", "")
                .header("Idempotency-Key", key)
                .method(method, chunks));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    @DisplayName("T18: that does not say which methods it serves is protected for all that are not safe: ")
    void anyMethod(String method) {
        String key = Client.newKey();

        HttpResponse<String> first = client.send(method, "/any", key, "text/plain", "x");

        assertThat(first.statusCode()).isEqualTo(200);
        assertReplayed(first, client.send(method, "/any", key, "text/plain", "x"));
        assertThat(client.get("/any").statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("R23: without a name the operation is method and route, so that another order's key is a mismatch")
    void routeIsTheOperation() {
        String key = Client.newKey();

        HttpResponse<String> first = client.send("PUT", "/orders/1", key, "text/plain", "x");

        assertThat(first.statusCode()).isEqualTo(200);
        assertReplayed(first, client.send("PUT", "/orders/1", key, "text/plain", "x"));
        assertThat(client.send("PUT", "/orders/2", key, "text/plain", "x").statusCode())
                .isEqualTo(422);
        assertThat(state("PUT /orders/{id}", key)).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R34: a key is required where the annotation does not say otherwise")
    void keyIsRequired() {
        HttpResponse<String> without = client.send(client.request("POST", "/created", "text/plain", "x"));

        assertThat(without.statusCode()).isEqualTo(400);
        assertThat(without.body()).contains("key-missing");
    }

    @Test
    @DisplayName("R34: where the key is optional, a request without one runs unprotected, and one with it does not")
    void keyIsOptional() {
        HttpResponse<String> without = client.send(client.request("POST", "/optional", "text/plain", "x"));
        HttpResponse<String> with = client.send("POST", "/optional", Client.newKey(), "text/plain", "x");

        assertThat(without.body()).endsWith(" unprotected");
        assertThat(with.body()).endsWith(" protected");
    }

    @Test
    @DisplayName("without the annotation is not touched, whatever headers a request has")
    void withoutAnnotation() {
        String key = Client.newKey();

        assertThat(client.post("/unprotected", key, ORDER).body()).endsWith(" unprotected");
        assertThat(Client.isReplay(client.post("/unprotected", key, ORDER))).isFalse();
        assertThat(Client.isReplay(client.send("DELETE", "/orders/1", key, "text/plain", "")))
                .isFalse();
        assertThat(client.get("/orders/1").statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("R33: without the annotation is protected by a path in properties")
    void byPath() {
        String key = Client.newKey();

        HttpResponse<String> first = client.post("/by-path/1", key, ORDER);

        assertReplayed(first, client.post("/by-path/1", key, ORDER));
        assertThat(state("paths", key)).isEqualTo(State.COMPLETED);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "/by-path/exact, z-exact",
        "/other/exact/item, z-exact",
        "/by-path/7/item, z-named",
        "/by-path/exact/item, z-named",
        "/by-path/7/other, paths"
    })
    @DisplayName("R33: has the operation of the path that fits it most exactly, whichever was written first: ")
    void mostExactPath(String path, String operation) {
        String key = Client.newKey();

        client.post(path, key, ORDER);

        assertThat(find(operation, key)).isPresent();
    }

    @Test
    @DisplayName("R33: is protected for the methods in properties, in whichever case they are written")
    void methodsInLowerCase() {
        String key = Client.newKey();

        client.send("PUT", "/lower", key, "text/plain", "x");

        assertThat(find("lower", key)).isPresent();
    }

    @Test
    @DisplayName("R26: is compared by the pointers that its annotation names")
    void businessSignature() {
        String key = Client.newKey();

        HttpResponse<String> first = client.post("/signature", key, "{\"amount\": 7, \"note\": \"a\"}");

        assertReplayed(first, client.post("/signature", key, "{\"note\": \"b\", \"amount\": 7}"));
        assertThat(client.post("/signature", key, "{\"amount\": 8, \"note\": \"a\"}")
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    @DisplayName("R26: is compared as properties say, which override its annotation")
    void propertiesOverride() {
        String key = Client.newKey();

        HttpResponse<String> first = client.post("/canonical", key, "{\"a\": 1, \"b\": 2}");

        assertReplayed(first, client.post("/canonical", key, "{\"b\":2,\"a\":1}"));
        assertThat(client.post("/also-canonical", key, "{\"a\": 1, \"b\": 2}").statusCode())
                .as("the same operation, reached by a path")
                .isEqualTo(422);
    }

    @Test
    @DisplayName("is protected by its class's annotation where it serves POST or PATCH")
    void annotatedClass() {
        String key = Client.newKey();

        assertReplayed(client.post("/stock", key, ORDER), client.post("/stock", key, ORDER));
        assertThat(Client.isReplay(client.send("PUT", "/stock", key, "text/plain", "x")))
                .isFalse();
        assertThat(client.get("/stock").statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("T18: is found whichever way the path is written")
    void pathAsSpringReadsIt() {
        String key = Client.newKey();

        assertThat(client.post("/cr%65ated", key, ORDER).statusCode()).isEqualTo(201);
        assertThat(client.post("/created", key, ORDER).statusCode()).isEqualTo(422);
        assertThat(client.send(client.request("POST", "/cr%65ated", "text/plain", "x"))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("T18: does not run when a filter behind ours leads a request to it that was looked at as another")
    void pastTheFilter() {
        int before = ShopController.RUNS.get();

        HttpResponse<String> answer = client.send(client.request("POST", "/unprotected", "text/plain", "x")
                .header("Idempotency-Key", Client.newKey())
                .header("X-Rewrite", "yes"));

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(ShopController.RUNS).hasValue(before);
    }

    @Test
    @DisplayName("T18: does not run within the attempt of another operation, whose handler forwards to it")
    void forwardToAnother() {
        String key = Client.newKey();
        int before = ShopController.RUNS.get();

        assertThat(client.post("/forwards/to-created", key, ORDER).statusCode()).isEqualTo(500);
        assertThat(ShopController.RUNS).hasValue(before);
        assertThat(state("shop.forwards", key)).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R33: runs within the attempt of its own operation, whose handler forwards to it")
    void forwardToOwn() {
        String key = Client.newKey();

        HttpResponse<String> first = client.post("/forwards/to-own", key, ORDER);

        assertThat(first.body()).endsWith(" forwarded");
        assertReplayed(first, client.post("/forwards/to-own", key, ORDER));
    }

    @Test
    @DisplayName("T18: is protected in an application whose beans are lazy, below a context path, too")
    void lazyBelowContextPath() {
        Booted.Setting setting = Booted.of(Booted.Open.class, Shop.class)
                .with("semel.http.tenants", "sole")
                .with("semel.operations.paths.paths", "/by-path/**")
                .with("server.servlet.context-path", "/shop")
                .with("spring.main.lazy-initialization", "true");
        try (Booted lazy = setting.serve()) {
            Client other = new Client(lazy.uri());
            for (String path : new String[] {"/shop/created", "/shop/by-path/1"}) {
                String key = Client.newKey();
                assertReplayed(other.post(path, key, ORDER), other.post(path, key, ORDER));
            }
        }
    }

    @Test
    @DisplayName("T18: does not run when the application's own HttpIdempotency does not know its policy")
    void ownHttpIdempotency() {
        HttpIdempotency own = HttpIdempotency.builder(booted.bean(Idempotency.class))
                .tenants(TenantResolver.sole())
                .build();
        int before = ShopController.RUNS.get();
        try (Booted other =
                Booted.of(Booted.Open.class, Shop.class).bean("own", own).serve()) {
            assertThat(new Client(other.uri())
                            .post("/created", Client.newKey(), ORDER)
                            .statusCode())
                    .isEqualTo(500);
        }
        assertThat(ShopController.RUNS).hasValue(before);
    }

    @Test
    @DisplayName("that does not serve the method or the media type is answered by Spring, and no key is used up")
    void notServed() {
        String key = Client.newKey();

        assertThat(client.send("PATCH", "/created", key, "text/plain", "x").statusCode())
                .isEqualTo(405);
        assertThat(client.post("/form", key, ORDER).statusCode()).isEqualTo(415);
        assertThat(client.post("/created", key, ORDER).statusCode()).isEqualTo(201);
    }
}
