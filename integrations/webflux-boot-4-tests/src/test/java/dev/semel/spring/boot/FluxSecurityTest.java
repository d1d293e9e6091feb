// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import dev.semel.spring.WhenInDoubt;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("With WebFlux, behind Spring Security")
class FluxSecurityTest {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final AtomicInteger runs = new AtomicInteger();
    private FluxBooted booted;
    private FluxClient client;

    @BeforeAll
    void boot() {
        booted = FluxBooted.of(Guarded.class)
                .bean("runs", runs)
                .with("semel.http.tenants", "principal")
                .with("management.endpoints.web.exposure.include", "semel")
                .serve();
        client = new FluxClient(booted.uri());
    }

    @AfterAll
    void end() {
        booted.close();
    }

    @Test
    @DisplayName("R23: a key belongs to the principal: another one's same key is another key")
    void tenantIsThePrincipal() {
        String key = FluxClient.newKey();
        int before = runs.get();

        HttpResponse<String> alice = post("alice", key, "/pay", "application/json", "{}");
        HttpResponse<String> bob = post("bob", key, "/pay", "application/json", "{}");

        assertThat(alice.body()).isEqualTo("run " + (before + 1) + " for alice");
        assertThat(bob.body()).isEqualTo("run " + (before + 2) + " for bob");
        assertThat(post("alice", key, "/pay", "application/json", "{}").body()).isEqualTo(alice.body());
        assertThat(FluxClient.isReplay(post("bob", key, "/pay", "application/json", "{}")))
                .isTrue();
        assertThat(runs).hasValue(before + 2);
    }

    @Test
    @DisplayName("R23: whoever is not signed in gets 401 and no answer of anybody else's")
    void notSignedIn() {
        String key = FluxClient.newKey();
        post("alice", key, "/pay", "application/json", "{}");
        int before = runs.get();

        HttpResponse<String> stranger = client.post("/pay", key, "{}");

        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(stranger.body()).doesNotContain("run ");
        assertThat(runs).hasValue(before);
    }

    @Test
    @DisplayName(
            "R23: whoever may enter without signing in is no principal, and has no key, though Spring Security has a name for all")
    void anonymous() {
        int before = runs.get();

        HttpResponse<String> stranger = client.post("/open", FluxClient.newKey(), "{}");

        assertThat(stranger.statusCode()).isEqualTo(400);
        assertThat(stranger.body()).contains("tenant");
        assertThat(runs).hasValue(before);
    }

    @Test
    @DisplayName("T12, T13: of a form that a filter in front has read, the fields are compared instead of the bytes")
    void formReadInFront() {
        String key = FluxClient.newKey();
        int before = runs.get();

        HttpResponse<String> first = post("alice", key, "/form", FORM, "amount=7&note=a");
        HttpResponse<String> other = post("alice", key, "/form", FORM, "amount=8&note=a");
        HttpResponse<String> again = post("alice", key, "/form", FORM, "note=a&amount=7");

        assertThat(first.body()).isEqualTo("run " + (before + 1) + " 7");
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(runs).hasValue(before + 1);
    }

    @Test
    @DisplayName("T12: any other body that a filter in front has read cannot be compared, and then nothing runs")
    void otherBodyReadInFront() {
        int before = runs.get();

        HttpResponse<String> answer = post("alice", FluxClient.newKey(), "/eaten", "application/json", "{\"a\": 1}");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(runs).hasValue(before);
    }

    @Test
    @DisplayName("R16: at the actuator, too, whoever is not signed in is nobody, and has to say who decides")
    void anonymousAtTheActuator() {
        String key = FluxClient.newKey();
        post("alice", key, "/fails", "application/json", "{}");

        assertThat(settle(key, "").statusCode()).isEqualTo(400);
        HttpResponse<String> settled = settle(key, ", \"who\": \"ops\"");

        assertThat(settled.statusCode()).isEqualTo(200);
        assertThat(settled.body()).contains("\"who\":\"ops\"").doesNotContain("anonymousUser");
    }

    private HttpResponse<String> settle(String key, String who) {
        String body = "{\"tenant\": \"alice\", \"operation\": \"fails\", \"key\": \"" + key
                + "\", \"attempt\": 1, \"why\": \"asked the bank\"" + who + "}";
        return client.send(client.request("POST", "/actuator/semel/did-not-happen", "application/json", body));
    }

    private HttpResponse<String> post(String user, String key, String path, String type, String body) {
        String credentials = Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
        HttpRequest.Builder request = client.request("POST", path, type, body)
                .header("Idempotency-Key", key)
                .header("Authorization", "Basic " + credentials);
        return client.send(request);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Till.class)
    static class Guarded {

        @Bean
        SecurityWebFilterChain guard(ServerHttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .anonymous(Customizer.withDefaults())
                    .authorizeExchange(exchanges -> exchanges
                            .pathMatchers("/open", "/actuator/**")
                            .permitAll()
                            .anyExchange()
                            .authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(
                    User.withUsername("alice").password("{noop}secret").build(),
                    User.withUsername("bob").password("{noop}secret").build());
        }

        /** Reads what it should leave alone, as a filter against forged requests does with forms. */
        @Bean
        @Order(-1000)
        WebFilter reader() {
            return (exchange, chain) -> {
                Mono<?> read = exchange.getRequest().getPath().value().equals("/eaten")
                        ? exchange.getRequest().getBody().then()
                        : exchange.getFormData();
                return read.then(Mono.defer(() -> chain.filter(exchange)));
            };
        }
    }

    @RestController
    static class Till {

        private final AtomicInteger runs;

        Till(AtomicInteger runs) {
            this.runs = runs;
        }

        @PostMapping("/pay")
        @Idempotent("pay")
        Mono<String> pay(Mono<Principal> principal) {
            return principal.map(user -> "run " + runs.incrementAndGet() + " for " + user.getName());
        }

        @PostMapping("/form")
        @Idempotent("form")
        Mono<String> form(ServerWebExchange exchange) {
            return exchange.getFormData()
                    .map(fields -> "run " + runs.incrementAndGet() + " " + fields.getFirst("amount"));
        }

        @PostMapping("/open")
        @Idempotent("open")
        String open() {
            return "run " + runs.incrementAndGet();
        }

        @PostMapping("/fails")
        @Idempotent(operation = "fails", inDoubt = WhenInDoubt.HOLD)
        String fails() {
            throw new IllegalStateException("nobody knows");
        }

        @PostMapping("/eaten")
        @Idempotent("eaten")
        String eaten() {
            return "run " + runs.incrementAndGet();
        }
    }
}
