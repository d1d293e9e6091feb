// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
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
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag("http")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("Behind Spring Security")
class SecurityTest {

    private final AtomicInteger runs = new AtomicInteger();
    private Booted booted;
    private Client client;

    @BeforeAll
    void boot() {
        booted = Booted.of(Guarded.class)
                .bean("runs", runs)
                .with("semel.http.tenants", "principal")
                .with("semel.console.path", "/console/")
                .serve();
        client = new Client(booted.uri());
    }

    @AfterAll
    void end() {
        booted.close();
    }

    @Test
    @DisplayName("R23: a key belongs to the principal: another one's same key is another key")
    void tenantIsThePrincipal() {
        String key = Client.newKey();
        int before = runs.get();

        HttpResponse<String> alice = post("alice", key);
        HttpResponse<String> bob = post("bob", key);

        assertThat(alice.body()).isEqualTo("run " + (before + 1));
        assertThat(bob.body()).isEqualTo("run " + (before + 2));
        assertThat(post("alice", key).body()).isEqualTo(alice.body());
        assertThat(Client.isReplay(post("bob", key))).isTrue();
        assertThat(runs).hasValue(before + 2);
    }

    @Test
    @DisplayName("R23: whoever is not signed in gets 401 and no answer of anybody else's")
    void notSignedIn() {
        String key = Client.newKey();
        post("alice", key);
        int before = runs.get();

        HttpResponse<String> stranger = client.post("/pay", key, "{}");

        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(stranger.body()).doesNotContain("run ");
        assertThat(runs).hasValue(before);
    }

    @Test
    @DisplayName("R23: whoever may enter without signing in is no principal, and has no key")
    void anonymous() {
        int before = runs.get();

        HttpResponse<String> stranger = client.post("/open", Client.newKey(), "{}");

        assertThat(stranger.statusCode()).isEqualTo(400);
        assertThat(stranger.body()).contains("tenant");
        assertThat(runs).hasValue(before);
    }

    @Test
    @DisplayName("R36: the console is for those whom the application gives a role, and for nobody else")
    void consoleByRole() {
        assertThat(client.get("/console/api/overview").statusCode()).isEqualTo(401);
        HttpResponse<String> bob = console("bob", "GET", "api/overview", "");
        HttpResponse<String> alice = console("alice", "GET", "api/overview", "");

        assertThat(bob.statusCode()).isEqualTo(403);
        assertThat(bob.body()).contains("role-missing");
        assertThat(alice.statusCode()).isEqualTo(200);
        assertThat(alice.headers().allValues("Cache-Control")).containsExactly("no-store");
        assertThat(alice.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("frame-ancestors 'none'");
        assertThat(console("alice", "GET", "api/operations", "").body()).contains("\"name\":\"pay\"");
    }

    @Test
    @DisplayName("R27, R36: the console shows the records of the application, without their keys, to its own page only")
    void consoleShowsRecords() {
        String key = Client.newKey();
        post("alice", key);
        HttpResponse<String> session = console("alice", "GET", "api/session", "");
        assertThat(session.body()).contains("\"user\":\"alice\"", "\"roles\":[\"view\",\"settle\"]");
        String csrf = session.body().replaceFirst("(?s).*\"csrf\":\"([^\"]+)\".*", "$1");

        HttpResponse<String> forged = console("alice", "POST", "api/records/search", "");
        HttpResponse<String> found = console("alice", "POST", "api/records/search", csrf);

        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.body())
                .contains("\"operation\":\"pay\"", "\"completed\"")
                .doesNotContain(key);
        assertThat(console("bob", "POST", "api/records/search", csrf).statusCode())
                .isEqualTo(403);
    }

    private HttpResponse<String> console(String user, String method, String path, String csrf) {
        return client.send(client.request(method, "/console/" + path, "application/json", "{}")
                .header("Semel-Csrf", csrf)
                .header("Authorization", credentials(user)));
    }

    private HttpResponse<String> post(String user, String key) {
        HttpRequest.Builder request = client.request("POST", "/pay", "application/json", "{}")
                .header("Idempotency-Key", key)
                .header("Authorization", credentials(user));
        return client.send(request);
    }

    private static String credentials(String user) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Till.class)
    static class Guarded {

        @Bean
        SecurityFilterChain guard(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.requestMatchers("/open")
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("alice")
                            .password("{noop}secret")
                            .roles("SEMEL_SETTLE")
                            .build(),
                    User.withUsername("bob").password("{noop}secret").build());
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
        String pay() {
            return "run " + runs.incrementAndGet();
        }

        @PostMapping("/open")
        @Idempotent("open")
        String open() {
            return "run " + runs.incrementAndGet();
        }
    }
}
