// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.KEY;
import static dev.semel.http.Server.created;
import static dev.semel.http.Server.now;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Operation;
import dev.semel.SettingException;
import dev.semel.Tenant;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A request")
class RequestsTest {

    private static final Head CHARGE = Head.post("/charges").key(KEY);
    // The digests of the content {"hello": "world"} with a line end behind it, from RFC 9530, appendix B.
    private static final String CONTENT = "{\"hello\": \"world\"}\n";
    private static final String SHA_256 = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";
    private static final String SHA_512 =
            "sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCs" + "yRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:";

    @Test
    @DisplayName("T12: gives its handler the body that was fingerprinted, until it has ended")
    void bodyForHandler() throws IOException {
        try (Server server = Server.start()) {
            Intake intake = ((Reception.Reading) server.http.receive(CHARGE)).intake();
            intake.feed(new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8)));
            Exchange exchange = ((HttpAdmission.Run) intake.admitAndWait()).exchange();

            assertThat(exchange.body().open().readAllBytes())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("hello");
            now(exchange.answered(created("done")));
            assertThat(exchange.body().append(new byte[1], 0, 1)).isFalse();
        }
    }

    @Test
    @DisplayName("R29: beyond the limit is 413, and beyond the memory of all 503, and neither runs")
    void limits() {
        try (Server small = Server.withSettings(settings -> settings.bodyLimit(10));
                Server poor = Server.withSettings(settings -> settings.memory(1000))) {
            HttpAnswer tooLarge = small.send(CHARGE, "12345678901");
            HttpAnswer overloaded = poor.send(CHARGE, "x".repeat(1001));

            assertThat(tooLarge.status()).isEqualTo(413);
            assertThat(overloaded.status()).isEqualTo(503);
            assertThat(overloaded.headers().first("Retry-After")).hasValue("1");
            assertThat(small.runs.get() + poor.runs.get()).isZero();
            assertThat(poor.send(CHARGE, "x".repeat(900)).status()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("R29: an operation has a limit of its own, above or below that of all, and its 413 runs nothing")
    void ownLimit() {
        try (Server lower = Server.withPolicy(policy -> policy.bodyLimit(10));
                Server higher = Server.with(policy -> policy.bodyLimit(20), settings -> settings.bodyLimit(10))) {
            HttpAnswer tooLarge = lower.send(CHARGE, "12345678901");

            assertThat(tooLarge.status()).isEqualTo(413);
            assertThat(Server.text(tooLarge)).contains("\"code\":\"body-too-large\"");
            assertThat(lower.runs.get()).isZero();
            assertThat(lower.send(CHARGE, "1234567890").status()).isEqualTo(201);
            assertThat(higher.send(CHARGE, "x".repeat(20)).status()).isEqualTo(201);
            assertThat(higher.send(Head.post("/charges").key(Server.OTHER_KEY), "x".repeat(21))
                            .status())
                    .isEqualTo(413);
            assertThatThrownBy(() -> HttpPolicy.builder(
                                    Operation.named("charges.create").build())
                            .bodyLimit(-1)
                            .build())
                    .hasMessageStartingWith("bodyLimit:");
        }
    }

    @Test
    @DisplayName("R29: one that takes over from another shares its memory: what that one's requests hold is not there")
    void sharedMemory() {
        try (Server old = Server.withSettings(settings -> settings.memory(1000));
                Server young = Server.withSettings(settings -> settings.sharingMemoryOf(old.http))) {
            Exchange underWay = old.begin(CHARGE, "x".repeat(900));

            assertThat(young.send(CHARGE, "x".repeat(900)).status()).isEqualTo(503);
            now(underWay.answered(created("done")));
            assertThat(young.send(CHARGE, "x".repeat(900)).status()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("R23: without a tenant gets what the resolver says, and else tenant-missing")
    void refusals() {
        TenantResolver nobody = head -> Optional.empty();
        TenantResolver own = new TenantResolver() {
            @Override
            public Optional<Tenant> resolve(RequestHead head) {
                return Optional.empty();
            }

            @Override
            public Problem refusal(RequestHead head) {
                return Problem.of(Problem.Kind.CERTIFICATE_MISSING, "Show " + head.path());
            }
        };
        try (Server usual = Server.withSettings(settings -> settings.tenants(nobody));
                Server asking = Server.withSettings(settings -> settings.tenants(own))) {
            assertThat(Server.text(usual.send(CHARGE, "{}"))).contains("tenant-missing");
            HttpAnswer refused = asking.send(CHARGE, "{}");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(Server.text(refused)).contains("certificate-missing", "Show /charges");
            assertThat(asking.runs.get()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SHA_256,
                SHA_512,
                SHA_256 + ", " + SHA_512,
                "md5=:AAAA:, " + SHA_256,
                "unixsum=30637",
                "",
                SHA_256 + "; a=1"
            })
    @DisplayName("RFC 9530: runs when its Content-Digest is right, or of no kind that anybody knows:")
    void goodDigest(String digest) {
        try (Server server = Server.start()) {
            assertThat(server.send(CHARGE.with("Content-Digest", digest), CONTENT)
                            .status())
                    .isEqualTo(201);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sha-256=:AAAA:",
                "sha-256=RK/0qy18",
                "sha-256",
                "sha-256=::",
                "sha-256=:!:",
                "SHA-512=:AAAA:",
                SHA_256 + ",sha-512=:AAAA:",
                "sha-256=:AAAA:;a=1"
            })
    @DisplayName("RFC 9530: is refused when its content is not what Content-Digest says:")
    void badDigest(String digest) {
        try (Server server = Server.start()) {
            HttpAnswer answer = server.send(CHARGE.with("Content-Digest", digest), CONTENT);

            assertThat(answer.status()).isEqualTo(400);
            assertThat(text(answer)).contains("\"code\":\"digest-mismatch\"");
            assertThat(server.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R23: without a tenant is refused, where every key has an owner")
    void tenantMissing() {
        try (Server server = Server.start()) {
            HttpAnswer answer = server.send(CHARGE.principal(Optional.empty()), "{}");

            assertThat(answer.status()).isEqualTo(400);
            assertThat(text(answer)).contains("\"code\":\"tenant-missing\"");
        }
    }

    @Test
    @DisplayName("R23: belongs to its principal, to a trusted header, or to all; and nobody can pass for another")
    void tenants() {
        Head nobody = CHARGE.principal(Optional.empty());
        TenantResolver usual = TenantResolver.principalOrShared();
        TenantResolver header = TenantResolver.header("X-Account");

        assertThat(usual.resolve(CHARGE)).hasValue(new Tenant("acme"));
        assertThat(usual.resolve(nobody)).isPresent();
        assertThat(usual.resolve(CHARGE.principal(Optional.of("-")))).isNotEqualTo(usual.resolve(nobody));
        assertThat(TenantResolver.principal().resolve(nobody)).isEmpty();
        assertThat(TenantResolver.principal().resolve(CHARGE.principal(Optional.of(" "))))
                .isEmpty();
        assertThat(header.resolve(CHARGE.with("x-account", "a1"))).hasValue(new Tenant("a1"));
        assertThat(header.resolve(CHARGE.with("X-Account", "a1").with("X-Account", "a2")))
                .isEmpty();
        assertThat(TenantResolver.sole().resolve(nobody)).hasValue(Tenant.sole());
    }

    @Test
    @DisplayName("R23: of a principal whose name is no tenant's id has a tenant all the same, and its own")
    void strangeNames() {
        String name = "x".repeat(300);
        TenantResolver tenants = TenantResolver.principal();
        Optional<Tenant> hashed = tenants.resolve(CHARGE.principal(Optional.of(name)));
        String id = hashed.orElseThrow().id();

        assertThat(tenants.resolve(CHARGE.principal(Optional.of(name + "y")))).isNotEqualTo(hashed);
        assertThat(tenants.resolve(CHARGE.principal(Optional.of(id)))).isNotEqualTo(hashed);
        assertThat(tenants.resolve(CHARGE.principal(Optional.of("\ud800"))))
                .isNotEqualTo(tenants.resolve(CHARGE.principal(Optional.of("\ud801"))));
    }

    @Test
    @DisplayName(
            "R39: that is refused is told to listeners, without anything secret, and a broken listener hurts nobody")
    void observed() {
        List<String> heard = new ArrayList<>();
        try (Server server = Server.withSettings(settings -> settings.bodyLimit(3)
                .listener(event -> {
                    throw new IllegalStateException("this listener is broken");
                })
                .listener(event -> heard.add(event.describe())))) {
            server.send(Head.post("/charges").key("secretkey"), "{}");
            server.send(CHARGE, "long");
            server.send(CHARGE, "{}");

            assertThat(heard)
                    .containsExactly(
                            "a request of charges.create was refused with 400 (key-too-short)",
                            "a request of charges.create was refused with 413 (body-too-large)");
        }
    }

    @Test
    @DisplayName("R23: warns at the start when nobody chose who owns a key, and only then")
    void startUpWarning() {
        try (Server server = Server.start()) {
            assertThat(warnings(() -> HttpIdempotency.builder(server.engine).build()))
                    .singleElement()
                    .asString()
                    .contains("SHARE THEIR KEYS");
            assertThat(warnings(() -> HttpIdempotency.builder(server.engine)
                            .tenants(TenantResolver.sole())
                            .build()))
                    .isEmpty();
            assertThat(warnings(() -> HttpIdempotency.builder(server.engine)
                            .tenants(TenantResolver.principalOrShared())
                            .build()))
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("meets settings that can work: others are refused at the start, by name")
    void settings() {
        try (Server server = Server.start()) {
            HttpIdempotencyBuilder good = HttpIdempotency.builder(server.engine).tenants(TenantResolver.sole());
            assertThatThrownBy(() -> good.bodyLimit(-1).build()).hasMessageStartingWith("bodyLimit:");
            good.bodyLimit(0);
            assertThatThrownBy(() -> good.bodyInMemory(-1).build()).hasMessageStartingWith("bodyInMemory:");
            good.bodyInMemory(0);
            assertThatThrownBy(() -> good.memory(0).build()).hasMessageStartingWith("memory:");
            good.memory(1);
            assertThatThrownBy(() -> good.keyHeaders().build()).hasMessageStartingWith("keyHeaders:");
            assertThatThrownBy(() -> good.keyHeaders("no token").build()).hasMessageStartingWith("keyHeaders:");
            good.keyHeaders("Key");
            assertThatThrownBy(() -> good.dialect(null).build()).hasMessageStartingWith("dialect:");
        }
    }

    private static List<String> warnings(Runnable start) {
        try (Warnings warnings = new Warnings()) {
            start.run();
            return warnings.all();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/charges, /charges, true",
        "/charges, /charges/, false",
        "/charges, /chargesx, false",
        "/charges, /charge, false",
        "/charges/, /charges/, true",
        "/charges/{id}, /charges/7, true",
        "/charges/{id}, /charges/, false",
        "/charges/{id}, /charges/7/capture, false",
        "/charges/{id}/capture, /charges/7/capture, true",
        "/charges/**, /charges, true",
        "/charges/**, /charges/7/capture, true",
        "/charges/**, /chargesx, false",
        "/**, /, true",
        "/**, /anything/at/all, true",
        "/, /, true",
        "/, /x, false",
    })
    @DisplayName("is found by its path: the route {0} fits {1}: {2}")
    void routes(String pattern, String path, boolean fits) {
        assertThat(PathPattern.of(pattern).matches(path)).isEqualTo(fits);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/*",
                "/v1/*/capture",
                "/v1/charges*",
                "/v1/{id}.json",
                "/v1/charge-{id}",
                "/v1/{id",
                "/v1/charges?x=1",
                "/v1/charges#x",
                "/v1/ch%61rges",
                "/v1//charges",
                "/v1/../charges",
                "/v1/charges;a=b",
            })
    @DisplayName("is protected by no route that nothing fits: it is refused at the start:")
    void routesOfNothing(String pattern) {
        assertThatThrownBy(() -> Routes.builder()
                        .route(pattern, HttpPolicy.of(Operation.payments("one").build())))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("route: ");
    }

    @Test
    @DisplayName("gets the first route that fits its path and method")
    void firstRoute() {
        HttpPolicy one = HttpPolicy.of(Operation.payments("one").build());
        HttpPolicy two = HttpPolicy.builder(Operation.payments("two").build())
                .methods("PUT", "POST")
                .build();
        Routes routes = Routes.builder().route("/a/{id}", one).route("/**", two).build();

        assertThat(routes.find(Head.post("/a/1"))).hasValue(one);
        assertThat(routes.find(Head.post("/a/1").method("PUT"))).hasValue(two);
        assertThat(routes.find(Head.post("/b").method("PATCH"))).isEmpty();
        assertThatThrownBy(() -> PathPattern.of("/**/x")).isInstanceOf(SettingException.class);
        assertThatThrownBy(() -> PathPattern.of("x")).isInstanceOf(SettingException.class);
    }
}
