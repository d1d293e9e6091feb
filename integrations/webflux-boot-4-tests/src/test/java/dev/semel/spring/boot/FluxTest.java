// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.Idempotent;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.WebFilter;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("With WebFlux")
class FluxTest {

    private static final String ORDER = "{\"amount\": 3}";

    private FluxBooted booted;
    private FluxClient client;

    @Configuration(proxyBeanMethods = false)
    @Import({FluxBooted.Open.class, FluxShop.class})
    static class Shop {

        @Bean
        RouterFunction<ServerResponse> routed() {
            return RouterFunctions.route()
                    .POST(
                            "/routed/{id}",
                            request -> ServerResponse.ok()
                                    .bodyValue("run " + FluxShop.RUNS.incrementAndGet() + " "
                                            + request.pathVariable("id")))
                    .build();
        }

        /** Behind the idempotency filter, where it should not be. */
        @Bean
        @Order(0)
        WebFilter detour() {
            return (exchange, chain) -> chain.filter(
                    exchange.getRequest().getPath().value().endsWith("/detour")
                            ? exchange.mutate()
                                    .request(request -> request.path("/plain"))
                                    .build()
                            : exchange);
        }
    }

    @BeforeAll
    void boot() {
        booted = FluxBooted.of(Shop.class)
                .with("semel.http.tenants", "sole")
                .with("semel.operations.routed.paths", "/routed/{id}")
                .with("management.endpoints.web.exposure.include", "health,semel")
                .serve();
        client = new FluxClient(booted.uri());
    }

    @AfterAll
    void end() {
        booted.close();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "/entity, 201, POST /entity",
        "/plain, 200, shop.plain",
        "/events, 200, shop.events",
        "/problem, 409, shop.problem",
        "/sold-out, 422, shop.sold-out",
        "/discontinued, 410, shop.discontinued",
        "/locked, 423, shop.locked",
        "/server-error, 500, shop.server-error",
        "/validated, 200, shop.validated",
        "/routed/7, 200, routed"
    })
    @DisplayName("R33: runs once, and a retry gets the first answer, byte for byte: ")
    void runsOnce(String path, int status, String operation) {
        String key = FluxClient.newKey();
        int before = FluxShop.RUNS.get();

        HttpResponse<String> first = post(path, key);
        HttpResponse<String> second = post(path, key);

        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(first.body()).isNotEmpty();
        assertThat(FluxClient.isReplay(first)).isFalse();
        assertReplayed(first, second);
        assertThat(FluxShop.RUNS).hasValue(before + 1);
        assertThat(state(operation, key)).isEqualTo(status < 400 ? State.COMPLETED : State.FAILED);
    }

    private HttpResponse<String> post(String path, String key) {
        return client.send(client.request("POST", path, "application/json", ORDER)
                .setHeader("Accept", path.equals("/events") ? "text/event-stream" : "application/json")
                .header("Idempotency-Key", key));
    }

    private static void assertReplayed(HttpResponse<String> first, HttpResponse<String> second) {
        assertThat(FluxClient.isReplay(second)).isTrue();
        assertThat(second.statusCode()).isEqualTo(first.statusCode());
        assertThat(second.body()).isEqualTo(first.body());
        for (String header : new String[] {"Content-Type", "Location", "X-Run"}) {
            assertThat(second.headers().allValues(header))
                    .isEqualTo(first.headers().allValues(header));
        }
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

    @Test
    @DisplayName("R15: a body that is not valid gets its 400 saved, and the handler never runs")
    void validation() {
        String key = FluxClient.newKey();
        int before = FluxShop.RUNS.get();

        HttpResponse<String> first = client.post("/validated", key, "{\"amount\": 0}");

        assertThat(first.statusCode()).isEqualTo(400);
        assertReplayed(first, client.post("/validated", key, "{\"amount\": 0}"));
        assertThat(FluxShop.RUNS).hasValue(before);
        assertThat(state("shop.validated", key)).isEqualTo(State.FAILED);
    }

    @Test
    @DisplayName(
            "R15, R11: an error that nobody makes an answer of is in doubt; the next attempt knows its number and why")
    void uncaught() {
        String key = FluxClient.newKey();

        HttpResponse<String> first = client.post("/uncaught", key, ORDER);

        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(first.body()).contains("/uncaught");
        assertThat(state("shop.uncaught", key)).isEqualTo(State.IN_DOUBT);
        assertThat(client.post("/uncaught", key, ORDER).body()).isEqualTo("attempt 2, IN_DOUBT");
    }

    @Test
    @DisplayName("R15: what a handler finds out by its exchange's conditions is its answer")
    void condition() {
        String key = FluxClient.newKey();

        HttpResponse<String> first = client.send(client.request("POST", "/precondition", "application/json", ORDER)
                .header("If-Match", "\"1\"")
                .header("Idempotency-Key", key));

        assertThat(first.statusCode()).isEqualTo(412);
        assertThat(state("shop.precondition", key)).isEqualTo(State.FAILED);
    }

    @Test
    @DisplayName("R33, T12: parts and forms reach the handler by its framework's means")
    void partsAndForms() {
        String upload = """
                --b
                Content-Disposition: form-data; name="note"

                hello
                --b
                Content-Disposition: form-data; name="file"; filename="a.txt"
                Content-Type: text/plain

                content
                --b--
                """.replace("\n", "\r\n");
        String type = "multipart/form-data; boundary=b";
        String form = "application/x-www-form-urlencoded";
        String key = FluxClient.newKey();

        HttpResponse<String> parts = client.send("POST", "/multipart", key, type, upload);
        HttpResponse<String> fields = client.send("POST", "/form", key, form, "amount=7");

        assertThat(parts.body()).endsWith(" hello a.txt content");
        assertThat(fields.body()).endsWith(" 7");
        assertReplayed(parts, client.send("POST", "/multipart", key, type, upload));
        assertReplayed(fields, client.send("POST", "/form", key, form, "amount=7"));
        assertThat(client.send("POST", "/form", key, form, "amount=8").statusCode())
                .isEqualTo(422);
    }

    @Test
    @DisplayName("R27: a cookie is for its own client, and is not replayed")
    void cookie() {
        String key = FluxClient.newKey();

        HttpResponse<String> first = client.post("/cookie", key, ORDER);
        HttpResponse<String> second = client.post("/cookie", key, ORDER);

        assertThat(first.headers().firstValue("Set-Cookie")).hasValue("seen=yes");
        assertReplayed(first, second);
        assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    @DisplayName("R33: what Spring itself refuses uses up no key")
    void refusedBySpring() {
        String key = FluxClient.newKey();
        int before = FluxShop.RUNS.get();

        assertThat(client.send("POST", "/entity", key, "text/plain", "no").statusCode())
                .isEqualTo(415);
        assertThat(client.send("PUT", "/entity", key, "application/json", ORDER).statusCode())
                .isEqualTo(405);
        assertThat(FluxShop.RUNS).hasValue(before);
    }

    @Test
    @DisplayName("R24: without a key a request is refused, or runs unprotected where that was chosen")
    void withoutKey() {
        int before = FluxShop.RUNS.get();

        assertThat(client.send(client.request("POST", "/plain", "application/json", ORDER))
                        .statusCode())
                .isEqualTo(400);
        assertThat(FluxShop.RUNS).hasValue(before);
        assertThat(client.send(client.request("POST", "/optional", "application/json", ORDER))
                        .body())
                .endsWith(" unprotected");
        assertThat(client.post("/optional", FluxClient.newKey(), ORDER).body()).endsWith(" protected");
    }

    @Test
    @DisplayName("R36, R39: health and the actuator's endpoint are there, as with servlets")
    void actuator() {
        client.post("/plain", FluxClient.newKey(), ORDER);

        assertThat(client.get("/actuator/health").body()).contains("\"UP\"");
        assertThat(client.get("/actuator/semel").body()).contains("\"shop.plain\"", "\"LINEARIZABLE\"");
        assertThat(client.get("/actuator/semel/counts").body()).containsPattern("\"COMPLETED\":[1-9]");
    }

    @Test
    @DisplayName("T18: a handler that is reached past the filter does not run")
    void guard() {
        int before = FluxShop.RUNS.get();

        HttpResponse<String> detour = client.post("/detour", FluxClient.newKey(), ORDER);

        assertThat(detour.statusCode()).isEqualTo(500);
        assertThat(FluxShop.RUNS).hasValue(before);
    }

    @Test
    @DisplayName("T18: nor does one that is reached within the attempt of another operation")
    void guardOfAttempts() {
        int before = FluxShop.RUNS.get();

        HttpResponse<String> detour = client.post("/routed/detour", FluxClient.newKey(), ORDER);

        assertThat(detour.statusCode()).isEqualTo(500);
        assertThat(FluxShop.RUNS).hasValue(before);
    }

    @Test
    @DisplayName("T18: nor does one whose mapping was registered after the start")
    void registeredLater() throws NoSuchMethodException {
        RequestMappingHandlerMapping mapping =
                booted.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        mapping.registerMapping(
                RequestMappingInfo.paths("/late").methods(RequestMethod.POST).build(),
                new Late(),
                Late.class.getDeclaredMethod("add"));
        int before = FluxShop.RUNS.get();

        assertThat(client.post("/late", FluxClient.newKey(), ORDER).statusCode())
                .isEqualTo(500);
        assertThat(FluxShop.RUNS).hasValue(before);
    }

    static class Late {

        @Idempotent("late")
        @ResponseBody
        String add() {
            return "run " + FluxShop.RUNS.incrementAndGet();
        }
    }
}
