// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import dev.semel.testkit.ManualClock;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** A gateway with its console, in front of a payments service that does what a test says, on a clock that stands still. */
final class ConsoleBench implements AutoCloseable {

    static final String TOKEN = "token-of-the-robot-0123456789abcdef";
    static final String PASSWORD = "correct horse battery";
    private static final String HASH = hash(PASSWORD);
    private static final Map<String, String> ENVIRONMENT = Map.of("HASH", HASH, "TOKEN", TOKEN);

    static final String USERS = """
            console:
              session-idle: 10m
              session-longest: 1h
              users:
                - name: ada
                  password: ${HASH}
                  roles: [view, settle, see-bodies]
                - name: vera
                  password: ${HASH}
                  roles: view
                - name: robot
                  token: ${TOKEN}
                  roles: [view, settle]
            """;

    private static final String ROUTES = """
            listen: 127.0.0.1:0
            admin: 127.0.0.1:0
            tenant:
              header: X-Account
            store:
              type: memory
            upstreams:
              payments:
                server: %s
                timeout: 10s
            routes:
              - path: /charges
                operation: charges.create
                preset: payments
              - path: /plain/**
            """;

    private static final String LOOPBACK = "admin: 127.0.0.1:0";

    private final ManualClock clock = ManualClock.create();
    private final KeyMaker keys = KeyMaker.uuidV7();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Service gateway = open("", LOOPBACK);

    Service gateway() {
        return gateway;
    }

    ManualClock clock() {
        return clock;
    }

    ScriptedUpstream upstream() {
        return upstream;
    }

    String newKey() {
        return keys.next();
    }

    URI admin() {
        return URI.create(
                "http://127.0.0.1:" + gateway.adminAddress().orElseThrow().getPort());
    }

    /** Another one, with these settings more, and its admin listener there. */
    Service open(String more, String admin) {
        return Service.open(read(more, admin), clock);
    }

    /** The configuration with these settings more. */
    Configuration read(String more) {
        return read(more, LOOPBACK);
    }

    private Configuration read(String more, String admin) {
        return read(ROUTES, more, admin);
    }

    private Configuration read(String routes, String more, String admin) {
        try {
            Path file = Files.createTempFile("semel", ".yaml");
            file.toFile().deleteOnExit();
            Files.writeString(file, routes.replace(LOOPBACK, admin).formatted(upstream.uri()) + more);
            return ConfigurationFile.read(file, ENVIRONMENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same gateway, where somebody has to sign in. */
    Operator withUsers() {
        gateway.close();
        gateway = open(USERS, LOOPBACK);
        return new Operator(gateway);
    }

    /** The same gateway, with room for so many records: what is one too many cannot be decided. */
    Operator holding(int records) {
        gateway.close();
        gateway = Service.open(
                read(ROUTES.replace("type: memory", "type: memory\n  capacity: " + records), "", LOOPBACK), clock);
        return new Operator(gateway);
    }

    @Override
    public void close() {
        gateway.close();
        upstream.close();
    }

    HttpResponse<String> charge(String key) throws Exception {
        return charge(key, "{\"amount\":1}");
    }

    HttpResponse<String> charge(String key, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + gateway.address().getPort() + "/charges"))
                        .header("Idempotency-Key", key)
                        .header("X-Account", "acct_1234567")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** A charge of which nobody knows what became: the operation holds it. */
    String doubtful() throws Exception {
        String key = keys.next();
        upstream.does(request -> request.response().setStatusCode(503).end());
        assertThat(charge(key).statusCode()).isEqualTo(503);
        upstream.does(request -> request.response().setStatusCode(201).end("{\"id\":\"ch_secret\"}"));
        assertThat(charge(key).statusCode()).isEqualTo(409);
        return key;
    }

    static JsonObject named(String key) {
        return new JsonObject()
                .put("tenant", "acct_1234567")
                .put("operation", "charges.create")
                .put("key", key);
    }

    static JsonObject verdict(JsonObject seen, String verdict) {
        JsonObject settle = new JsonObject()
                .put("ref", seen.getString("ref"))
                .put("attempt", seen.getInteger("attempt"))
                .put("verdict", verdict)
                .put("why", "looked it up at the bank");
        return verdict.equals("happened")
                ? settle.put(
                        "answer",
                        new JsonObject()
                                .put("status", 201)
                                .put("contentType", "application/json")
                                .put("body", "{\"id\":\"ch_7\"}"))
                : settle;
    }

    private static String hash(String password) {
        try {
            byte[] salt = new byte[16];
            byte[] hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), salt, 10_000, 256))
                    .getEncoded();
            Base64.Encoder base64 = Base64.getEncoder();
            return "pbkdf2-sha256:10000:" + base64.encodeToString(salt) + ":" + base64.encodeToString(hash);
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
