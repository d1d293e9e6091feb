// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Tenant;
import dev.semel.http.RequestHead;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R23: the tenant of a token")
class TokenTenantsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String SECRET = "a secret that has more than thirty-two bytes";
    private static final JsonObject CLAIMS = new JsonObject()
            .put("sub", "acct_1")
            .put("iss", "https://issuer.example")
            .put("aud", new JsonArray().add("payments").add("other"))
            .put("exp", NOW.getEpochSecond() + 300);

    @TempDir
    Path folder;

    /** Signs bytes. */
    private interface Signer {
        byte[] sign(byte[] text) throws GeneralSecurityException;
    }

    private record Head(List<String> authorization) implements RequestHead {

        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/";
        }

        @Override
        public String query() {
            return "";
        }

        @Override
        public List<String> header(String name) {
            return name.equals("Authorization") ? authorization : List.of();
        }
    }

    private static TokenTenants tenants(TokenKey key) {
        return new TokenTenants(
                key,
                "sub",
                Optional.of("https://issuer.example"),
                Optional.of("payments"),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static Optional<Tenant> resolved(TokenKey key, String token) {
        return tenants(key).resolve(new Head(List.of("Bearer " + token)));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String token(JsonObject header, JsonObject claims, Signer signer) throws GeneralSecurityException {
        String text = encoded(header.encode().getBytes(StandardCharsets.UTF_8)) + "."
                + encoded(claims.encode().getBytes(StandardCharsets.UTF_8));
        return text + "." + encoded(signer.sign(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String token(String algorithm, JsonObject claims, Signer signer) throws GeneralSecurityException {
        return token(new JsonObject().put("alg", algorithm).put("typ", "JWT"), claims, signer);
    }

    private static Signer mac(byte[] secret) {
        return text -> {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(text);
        };
    }

    private static Signer mac() {
        return mac(SECRET.getBytes(StandardCharsets.UTF_8));
    }

    private static Signer signer(String algorithm, KeyPair pair) {
        return text -> {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(pair.getPrivate());
            signature.update(text);
            return signature.sign();
        };
    }

    private Path pem(KeyPair pair) throws Exception {
        return Files.writeString(
                folder.resolve("jwt.pem"),
                "-----BEGIN PUBLIC KEY-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(pair.getPublic().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n");
    }

    private static KeyPair rsa(int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    private static KeyPair ec(String curve) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    @Test
    @DisplayName("is its claim where the signature is good: HS256, RS256, ES256")
    void good() throws Exception {
        Optional<Tenant> one = Optional.of(new Tenant("acct_1"));
        assertThat(resolved(TokenKey.secret(SECRET), token("HS256", CLAIMS, mac())))
                .isEqualTo(one);
        KeyPair rsa = rsa(2048);
        assertThat(resolved(TokenKey.publicKey(pem(rsa)), token("RS256", CLAIMS, signer("SHA256withRSA", rsa))))
                .isEqualTo(one);
        KeyPair ec = ec("secp256r1");
        String signed = token("ES256", CLAIMS, signer("SHA256withECDSAinP1363Format", ec));
        assertThat(resolved(TokenKey.publicKey(pem(ec)), signed)).isEqualTo(one);
        assertThat(resolved(TokenKey.publicKey(pem(ec("secp256r1"))), signed)).isEmpty();
    }

    @Test
    @DisplayName(
            "is nobody where the token is not signed, or signed by somebody else, or in another way than configured")
    void unsigned() throws Exception {
        TokenKey key = TokenKey.secret(SECRET);
        String good = token("HS256", CLAIMS, mac());
        String[] parts = good.split("\\.", -1);
        assertThat(resolved(key, token("HS256", CLAIMS, mac("another secret".getBytes(StandardCharsets.UTF_8)))))
                .isEmpty();
        assertThat(resolved(key, token("none", CLAIMS, text -> new byte[0]))).isEmpty();
        assertThat(resolved(key, token("none", CLAIMS, mac()))).isEmpty();
        assertThat(resolved(key, parts[0] + "." + parts[1] + ".")).isEmpty();
        String other = encoded(CLAIMS.copy().put("sub", "acct_2").encode().getBytes(StandardCharsets.UTF_8));
        assertThat(resolved(key, parts[0] + "." + other + "." + parts[2])).isEmpty();
        JsonObject critical = new JsonObject().put("alg", "HS256").put("crit", new JsonArray().add("b64"));
        assertThat(resolved(key, token(critical, CLAIMS, mac()))).isEmpty();
        KeyPair rsa = rsa(2048);
        byte[] known = Files.readAllBytes(pem(rsa));
        TokenKey published = TokenKey.publicKey(pem(rsa));
        assertThat(resolved(published, token("HS256", CLAIMS, mac(known)))).isEmpty();
        assertThat(resolved(published, token("RS256", CLAIMS, mac(known)))).isEmpty();
        TokenKey curve = TokenKey.publicKey(pem(ec("secp256r1")));
        assertThat(resolved(curve, token("ES256", CLAIMS, text -> new byte[64])))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "is nobody where the token has expired, is not valid yet, is not from or for whom it should be, or names nobody")
    void wrong() throws Exception {
        TokenKey key = TokenKey.secret(SECRET);
        long now = NOW.getEpochSecond();
        for (Map.Entry<String, Object> change :
                Map.<String, Object>of("exp", now - 61, "nbf", now + 61).entrySet()) {
            JsonObject claims = CLAIMS.copy().put(change.getKey(), change.getValue());
            assertThat(resolved(key, token("HS256", claims, mac())))
                    .as(change.getKey())
                    .isEmpty();
        }
        List<JsonObject> all = List.of(
                CLAIMS.copy().put("iss", "https://issuer.example.evil"),
                CLAIMS.copy().put("aud", "payment"),
                CLAIMS.copy().put("exp", "never"),
                CLAIMS.copy().put("sub", 7),
                CLAIMS.copy().put("sub", " "),
                without("sub"),
                without("exp"),
                without("iss"),
                without("aud"));
        for (JsonObject claims : all) {
            assertThat(resolved(key, token("HS256", claims, mac())))
                    .as(claims.encode())
                    .isEmpty();
        }
        JsonObject edge =
                CLAIMS.copy().put("exp", now - 30).put("nbf", now + 30).put("aud", "payments");
        assertThat(resolved(key, token("HS256", edge, mac()))).isPresent();
    }

    private static JsonObject without(String claim) {
        JsonObject rest = CLAIMS.copy();
        rest.remove(claim);
        return rest;
    }

    @Test
    @DisplayName("is nobody where there is no token, or two, or something else")
    void none() throws Exception {
        TokenTenants tenants = tenants(TokenKey.secret(SECRET));
        String good = token("HS256", CLAIMS, mac());
        assertThat(tenants.resolve(new Head(List.of("bearer " + good)))).isPresent();
        for (List<String> lines : List.of(
                List.<String>of(),
                List.of("Bearer " + good, "Bearer " + good),
                List.of(good),
                List.of("Basic " + good),
                List.of("Bearer a.b.c"),
                List.of("Bearer §.§.§"),
                List.of("Bearer " + "a".repeat(20_000)),
                List.of("Bearer "))) {
            assertThat(tenants.resolve(new Head(lines))).as(lines.toString()).isEmpty();
        }
    }

    @Test
    @DisplayName("needs a key that is worth something, and exactly one")
    void weak() throws Exception {
        assertThatThrownBy(() -> TokenKey.secret("short")).hasMessageContaining("at least 32 bytes");
        Path small = pem(rsa(1024));
        assertThatThrownBy(() -> TokenKey.publicKey(small)).hasMessageContaining("2048 bits");
        Path other = pem(ec("secp384r1"));
        assertThatThrownBy(() -> TokenKey.publicKey(other)).hasMessageContaining("P-256");
        Path none = Files.writeString(folder.resolve("none.pem"), "hello");
        assertThatThrownBy(() -> TokenKey.publicKey(none)).hasMessageContaining("no public key");
        String text = """
                tenant:
                  jwt:
                    claim: sub
                store:
                  type: memory
                upstreams:
                  payments:
                    server: http://127.0.0.1:9000
                routes:
                  - path: /charges
                    operation: charges.create
                """;
        Path file = Files.writeString(folder.resolve("semel.yaml"), text);
        assertThatThrownBy(() -> ConfigurationFile.read(file, Map.of()))
                .hasMessageContaining("semel.yaml:3: key or secret is needed, and not both");
        Files.writeString(file, text.replace("claim: sub", "claim: sub\n    secret: ${TOKENS}"));
        Configuration good = ConfigurationFile.read(file, Map.of("TOKENS", SECRET));
        assertThat(good.tenants()).isInstanceOf(TokenTenants.class);
        assertThat(EffectiveConfiguration.of(good).toString())
                .contains("${TOKENS}")
                .doesNotContain(SECRET);
    }
}
