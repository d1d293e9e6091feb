// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.console.PasswordHash;
import dev.semel.testkit.ManualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A gateway with its console, in front of a payments service that does what a test says. Charges whose outcome nobody knows are
 * held, refunds run again. Kim may do everything, Lee may look.
 */
final class ConsoleAtWork implements AutoCloseable {

    static final String ANSWER = "{\"id\":\"ch_3Nq8\",\"amount\":4200,\"currency\":\"eur\",\"status\":\"paid\"}";
    static final String PASSWORD = "right as rain at night";
    static final String KIMS_TOKEN = "kims-token-of-thirty-two-characters-or-more";
    static final String LEES_TOKEN = "lees-token-of-thirty-two-characters-or-more";

    private static final String HASH = PasswordHash.of(PASSWORD.toCharArray()).text();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant NIGHT = Instant.parse("2026-03-02T02:04:00Z");
    private static final Pattern CSRF = Pattern.compile("\"csrf\":\"([^\"]+)\"");
    private static final Pattern COOKIE = Pattern.compile("semel-session=([^;]+)");

    private static final String CONFIGURATION = """
            listen: 127.0.0.1:0
            admin: 127.0.0.1:0
            hash-secret: so that hashes are the same in each run
            tenant:
              header: X-Account
            store:
              type: memory
            upstreams:
              payments:
                server: %s
                timeout: 2m
            routes:
              - path: /charges
                operation: charges.create
                in-doubt: hold
              - path: /refunds
                operation: refunds.create
                in-doubt: rerun
                lease: 3m
                retention: 2d
              - path: /**
            """;

    private static final String USERS = """
            console:
              users:
                - name: kim
                  password: %s
                  roles: [view, settle, see-bodies]
                - name: kims program
                  token: %s
                  roles: [view, settle, see-bodies]
                - name: lee
                  token: %s
                  roles: [view]
            """;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private final ManualClock clock = ManualClock.startingAt(NIGHT);
    private final Service service;

    private ConsoleAtWork(String access) {
        this(CONFIGURATION, access);
    }

    private ConsoleAtWork(String configuration, String access) {
        answers(201, ANSWER);
        Path file = written(configuration.formatted(upstream.uri()) + access);
        service = Service.open(ConfigurationFile.read(file, Map.of()), clock);
    }

    /** Where nobody signs in. */
    static ConsoleAtWork open() {
        return new ConsoleAtWork("");
    }

    static ConsoleAtWork withUsers() {
        return new ConsoleAtWork(users());
    }

    /** With operations whose names have forty characters and nowhere a blank. */
    static ConsoleAtWork withLongNames() {
        String longer = "o".repeat(33);
        return new ConsoleAtWork(
                CONFIGURATION
                        .replace("charges.create", longer + "charges")
                        .replace("refunds.create", longer + "refunds"),
                users());
    }

    /** Where a session ends when nothing was asked for a second. */
    static ConsoleAtWork impatient() {
        return new ConsoleAtWork(users() + "  session-idle: 1s\n");
    }

    private static String users() {
        return USERS.formatted(HASH, KIMS_TOKEN, LEES_TOKEN);
    }

    private static Path written(String text) {
        try {
            Path file = Files.createTempFile("semel", ".yaml");
            file.toFile().deleteOnExit();
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Always the same key for the same number, so that pictures of it stay the same. */
    static String key(int number) {
        return UUID.nameUUIDFromBytes(("key " + number).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    URI console() {
        return URI.create("http://127.0.0.1:"
                + service.adminAddress().orElseThrow().getPort()
                + service.consolePath().orElseThrow());
    }

    /** The clock of sessions and charts; records go by the store's. */
    ManualClock clock() {
        return clock;
    }

    /** How often the service behind was asked. */
    int runs() {
        return upstream.asked().size();
    }

    void answers(int status, String body) {
        upstream.does(request -> request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .end(body));
    }

    /** From now on the service breaks off in the middle, so that nobody knows what it did. */
    void breaksOff() {
        upstream.does(request -> request.connection().close());
    }

    /** From now on the service answers with this when the test says so. */
    CompletableFuture<String> answersLater() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        upstream.does(request -> {
            CompletableFuture<Void> unused =
                    answer.thenAccept(body -> request.response().end(body));
        });
        return answer;
    }

    HttpResponse<String> charge(int number) {
        return post("/charges", "acct_17", key(number), "{\"amount\":4200}");
    }

    HttpResponse<String> refund(int number) {
        return post("/refunds", "acct_204", key(number), "{\"charge\":\"ch_3Nq8\"}");
    }

    HttpResponse<String> post(String path, String tenant, String key, String body) {
        URI gateway = URI.create("http://127.0.0.1:" + service.address().getPort() + path);
        return send(HttpRequest.newBuilder(gateway)
                .header("X-Account", tenant)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    CompletableFuture<HttpResponse<String>> chargeMeanwhile(int number) {
        return CompletableFuture.supplyAsync(() -> charge(number));
    }

    /** The value of the cookie that a sign-in with this token gives. */
    String session(String token) {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(console().resolve("api/session"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"token\":\"" + token + "\"}"))
                .build());
        Matcher cookie =
                COOKIE.matcher(answer.headers().firstValue("Set-Cookie").orElse(answer.body()));
        if (!cookie.find()) {
            throw new IllegalStateException("no session: " + answer.statusCode() + " " + answer.body());
        }
        return cookie.group(1);
    }

    /** Tries a password beside the browser, from the same address; tells the status. */
    int guess(String user, String password) {
        return send(HttpRequest.newBuilder(console().resolve("api/session"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"user\":\"" + user + "\",\"password\":\"" + password + "\"}"))
                        .build())
                .statusCode();
    }

    /** Asks the API beside the browser, as whoever reaches it. */
    HttpResponse<String> ask(String path, String body) {
        Matcher csrf = CSRF.matcher(
                send(HttpRequest.newBuilder(console().resolve("api/session")).build())
                        .body());
        String mark = csrf.find() ? csrf.group(1) : "";
        return send(HttpRequest.newBuilder(console().resolve("api/" + path))
                .header("Content-Type", "application/json")
                .header("Semel-Csrf", mark)
                .header("Semel-Client", "a-test")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /** Until what was told has been counted: events reach the charts a moment after the answers have left. */
    void awaitCounted(String counters) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!overview().contains("\"outcomes\":{" + counters)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not counted: " + counters);
            }
        }
    }

    /** What the page's overview and its view of the store are drawn from. */
    String overview() {
        return send(HttpRequest.newBuilder(console().resolve("api/overview"))
                        .header("Authorization", "Bearer " + KIMS_TOKEN)
                        .build())
                .body();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        service.close();
        upstream.close();
    }
}
