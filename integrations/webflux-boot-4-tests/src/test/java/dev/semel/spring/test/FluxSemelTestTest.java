// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spring.Idempotent;
import dev.semel.testkit.ManualTime;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.RequestHeadersSpec;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@Tag("http")
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"logging.level.root=off", "semel.http.tenants=sole", "spring.main.web-application-type=reactive"})
@SemelTest
@DisplayName("R40: a user's test with @SemelTest, WebFlux and a WebTestClient")
class FluxSemelTestTest {

    @Autowired
    private ApplicationContext context;

    @Autowired
    private Shop shop;

    @Autowired
    private ManualTime time;

    @Value("${local.server.port}")
    private int port;

    private WebTestClient mocked() {
        return WebTestClient.bindToApplicationContext(context).build();
    }

    private WebTestClient served() {
        return WebTestClient.bindToServer()
                .baseUrl("http://127.0.0.1:" + port)
                .responseTimeout(Duration.ofSeconds(30))
                .build();
    }

    private static Function<WebTestClient, RequestHeadersSpec<?>> post(String path) {
        return client -> client.post().uri(path).bodyValue("{\"amount\": 100}");
    }

    @Test
    @DisplayName("asserts in one line that a request runs once, also at once, mocked and on a port")
    void runsOnce() {
        for (WebTestClient client : new WebTestClient[] {mocked(), served()}) {
            WebRunsOnce.assertRunsOnce(client, post("/charges"));
            WebRunsOnce.assertRunsOnce(client, post("/charges"), shop.charges::get);
            WebRunsOnce.assertRunsOnceAtOnce(client, post("/charges"), 8);
            WebRunsOnce.assertRunsOnceAtOnce(client, post("/charges"), 8, shop.charges::get);
        }
    }

    @Test
    @DisplayName("sends the request's own key, where it has one")
    void ownKey() {
        String key = UUID.randomUUID().toString();
        Function<WebTestClient, RequestHeadersSpec<?>> charge = client ->
                client.post().uri("/charges").header("Idempotency-Key", key).bodyValue("{}");
        WebRunsOnce.assertRunsOnce(mocked(), charge);

        assertThatThrownBy(() -> WebRunsOnce.assertRunsOnce(mocked(), charge))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("happened 0 times");
    }

    @Test
    @DisplayName("is told when a request runs twice, and what differed where it only answers twice")
    void runsTwice() {
        assertThatThrownBy(() -> WebRunsOnce.assertRunsOnce(mocked(), post("/unprotected")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("happened 2 times");
        AtomicInteger once = new AtomicInteger();
        assertThatThrownBy(() -> WebRunsOnce.assertRunsOnce(
                        served(), post("/unprotected"), () -> once.getAndIncrement() == 0 ? 0 : 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("and the body differed");
    }

    @Test
    @DisplayName("has its records in memory, and moves the time")
    void movesTheTime() {
        assertThat(context.getBean(IdempotencyStore.class)).isInstanceOf(MemoryStore.class);
        String key = UUID.randomUUID().toString();
        String first = charge(key);

        time.advance(Duration.ofHours(23));
        assertThat(charge(key)).isEqualTo(first);
        time.advance(Duration.ofHours(2));
        assertThat(charge(key)).isNotEqualTo(first);
    }

    private String charge(String key) {
        return String.valueOf(mocked().post()
                .uri("/charges")
                .header("Idempotency-Key", key)
                .bodyValue("{}")
                .exchange()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Shop.class)
    static class Application {

        @Bean
        SecurityWebFilterChain everybody(ServerHttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .build();
        }
    }

    @RestController
    static class Shop {

        final AtomicInteger charges = new AtomicInteger();

        @PostMapping("/charges")
        @Idempotent("charges.create")
        Mono<String> charge(@RequestBody Mono<String> order) {
            return order.map(taken -> "charge " + charges.incrementAndGet());
        }

        @PostMapping("/unprotected")
        Mono<String> unprotected(@RequestBody Mono<String> order) {
            return order.map(taken -> "charge " + charges.incrementAndGet());
        }
    }
}
