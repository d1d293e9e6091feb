// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys, tenants and bodies that can be recognised go through the filter, by all ways that there are, and show up nowhere. */
@Tag("http")
@DisplayName("What the filter tells operators and strangers")
class SecrecyTest {

    private static final Filter NONE = (request, response, chain) -> chain.doFilter(request, response);

    @Test
    @DisplayName("R27: neither logs nor meters, events or problems show a key, a tenant or a body")
    void showsNothing() throws Exception {
        try (Told told = new Told()) {
            try (SecretScene scene = new SecretScene(told, NONE)) {
                answers(scene);
                refusals(scene);
                failures(scene);
                inFlight(scene);
            }

            // An engine that is closed has told everything.
            assertThat(told.logged()).as("what the log says").isNotEmpty();
            assertThat(told.heard()).as("events").hasSizeGreaterThan(30);
            assertThat(told.metered()).as("meters").hasSizeGreaterThan(30);
            assertThat(told.problems()).as("problems").hasSizeGreaterThanOrEqualTo(15);
            told.assertNothingSecret();
        }
    }

    private static void answers(SecretScene scene) throws Exception {
        String key = scene.newKey();
        assertThat(scene.post("/plain", key, scene.body()).statusCode()).isEqualTo(200);
        assertThat(Scene.isReplay(scene.post("/plain", key, scene.body()))).isTrue();
        assertThat(scene.post("/plain", key, scene.body() + "!").statusCode()).isEqualTo(422);
        String large = scene.newKey();
        assertThat(scene.post("/large", large, scene.body()).statusCode()).isEqualTo(200);
        assertThat(scene.post("/large", large, scene.body()).statusCode()).isEqualTo(410);
        assertThat(scene.post("/status?429", scene.newKey(), scene.body()).statusCode())
                .isEqualTo(429);
        assertThat(scene.post("/status?503", scene.newKey(), scene.body()).statusCode())
                .isEqualTo(503);
        assertThat(scene.post("/read-in-front", scene.newKey(), scene.body(), "Content-Digest", "sha-256=:AA==:")
                        .statusCode())
                .isEqualTo(200);
    }

    private static void refusals(SecretScene scene) throws Exception {
        String key = scene.newKey();
        for (String bad : new String[] {
            "",
            "\"" + key,
            key + ", " + key,
            key + "\"",
            "\"" + key + "\\x\"",
            "\"" + key + "\" x",
            key.substring(0, 12)
        }) {
            assertThat(scene.post("/plain", bad, scene.body()).statusCode()).isEqualTo(400);
        }
        assertThat(scene.post("/plain", key, scene.body(), "Content-Digest", "sha-256=:AA==:")
                        .statusCode())
                .isEqualTo(400);
        assertThat(scene.post("/plain", key, scene.body().repeat(10_000)).statusCode())
                .isEqualTo(413);
        assertThat(scene.post("/member", key, "{\"id\":\"" + SecretStore.KEY + " b\"}", "X-No-Key", "yes")
                        .statusCode())
                .isEqualTo(400);
    }

    private static void failures(SecretScene scene) throws Exception {
        String thrown = scene.newKey();
        assertThat(scene.post("/throws", thrown, scene.body()).statusCode()).isEqualTo(500);
        String held = scene.newKey();
        assertThat(scene.post("/held", held, scene.body()).statusCode()).isEqualTo(500);
        assertThat(scene.post("/held", held, scene.body()).statusCode()).isEqualTo(409);
        scene.store.fails = true;
        assertThat(scene.post("/plain", scene.newKey(), scene.body()).statusCode())
                .isEqualTo(503);
        assertThat(scene.post("/open", scene.newKey(), scene.body()).statusCode())
                .isEqualTo(200);
        scene.store.fails = false;
        scene.store.failsToEnd = true;
        assertThat(scene.post("/hasty", scene.newKey(), scene.body()).statusCode())
                .isEqualTo(200);
        scene.store.failsToEnd = false;
    }

    private static void inFlight(SecretScene scene) throws Exception {
        String key = scene.newKey();
        CompletableFuture<HttpResponse<String>> first = scene.postAsync("/slow", key);
        scene.begun.acquire();
        assertThat(scene.post("/slow", key, scene.body()).statusCode()).isEqualTo(409);
        scene.store.takeOver();
        scene.gate.release();
        assertThat(first.get().statusCode()).isEqualTo(409);
    }

    /** Somebody in front who cannot keep a secret. */
    enum Leak {
        LOG {
            @Override
            void tell(Told told, String secret, HttpServletResponse response) {
                System.getLogger("dev.semel.leaky").log(System.Logger.Level.DEBUG, "got {0}", secret);
            }
        },
        STACK_TRACE {
            @Override
            void tell(Told told, String secret, HttpServletResponse response) {
                System.getLogger("dev.semel")
                        .log(System.Logger.Level.TRACE, "it failed", new IllegalStateException("with " + secret));
            }
        },
        METER {
            @Override
            void tell(Told told, String secret, HttpServletResponse response) {
                told.registry.counter("leaky", "key", secret).increment();
            }
        },
        EVENT {
            @Override
            void tell(Told told, String secret, HttpServletResponse response) {
                told.on(() -> "leaky: " + secret);
            }
        },
        PROBLEM {
            @Override
            void tell(Told told, String secret, HttpServletResponse response) {
                response.setHeader("X-Leaky", secret);
            }
        };

        abstract void tell(Told told, String secret, HttpServletResponse response);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("R27: the test above can fail: it finds a key that is shown in a")
    void findsLeaks(Leak leak) throws Exception {
        try (Told told = new Told()) {
            Filter leaky = (request, response, chain) -> {
                String key = ((HttpServletRequest) request).getHeader("Idempotency-Key");
                leak.tell(told, key, (HttpServletResponse) response);
                chain.doFilter(request, response);
            };
            try (SecretScene scene = new SecretScene(told, leaky)) {
                assertThat(scene.post("/plain", SecretStore.KEY + "-short", "body")
                                .statusCode())
                        .isEqualTo(400);

                assertThatThrownBy(told::assertNothingSecret)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining(SecretStore.KEY);
            }
        }
    }
}
