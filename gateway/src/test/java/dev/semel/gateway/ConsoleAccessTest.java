// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("Access to the console of a gateway")
class ConsoleAccessTest {

    private final ConsoleBench bench = new ConsoleBench();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Handler ear = new Ear(log);
    private final Logger root = Logger.getLogger("");

    @BeforeEach
    void listen() {
        root.addHandler(ear);
    }

    @AfterEach
    void close() {
        root.removeHandler(ear);
        bench.close();
    }

    @Test
    @DisplayName(
            "R29, R36: a large body is read from who may settle only: others are answered by the head of their request")
    void largeBodies() throws Exception {
        Operator operator = bench.withUsers();
        assertThat(refusedByHead("api/records/settle", "")).contains(" 401 ").contains("sign-in-required");
        assertThat(refusedByHead("api/records/settle", "Authorization: Bearer " + ConsoleBench.TOKEN + "x\r\n"))
                .contains(" 401 ");
        assertThat(refusedByHead("api/session", "")).contains(" 413 ");
        operator.signIn("vera", ConsoleBench.PASSWORD);
        String large = "{\"why\":\"" + "x".repeat(100_000) + "\"}";
        assertThat(operator.send("POST", "api/records/settle", HttpRequest.BodyPublishers.ofString(large))
                        .code())
                .isEqualTo("role-missing");
        operator.with("Cookie", "").with("Semel-Csrf", "").with("Authorization", "Bearer " + ConsoleBench.TOKEN);
        assertThat(operator.send("POST", "api/records/settle", HttpRequest.BodyPublishers.ofString(large))
                        .code())
                .as("who may settle is heard")
                .isEqualTo("invalid");
        String tooLarge = "{\"why\":\"" + "x".repeat(3 << 20) + "\"}";
        assertThat(refusedByHead(
                        "api/records/settle",
                        "Authorization: Bearer " + ConsoleBench.TOKEN + "\r\n",
                        tooLarge.length()))
                .contains(" 413 ");
    }

    @Test
    @DisplayName("R36: asks for a sign-in where there are users, and refuses a wrong one")
    void signsIn() throws Exception {
        Operator operator = bench.withUsers();
        assertThat(operator.get("api/session").body().getMap())
                .containsEntry("signedIn", false)
                .containsEntry("required", true)
                .containsEntry("csrf", null);
        assertThat(operator.get("api/overview").code()).isEqualTo("sign-in-required");
        assertThat(operator.signIn("ada", "wrong password").code()).isEqualTo("sign-in-refused");
        assertThat(operator.signIn("nobody", ConsoleBench.PASSWORD).code()).isEqualTo("sign-in-refused");
        assertThat(operator.signIn("robot", ConsoleBench.TOKEN).code()).isEqualTo("sign-in-refused");
        Operator.Reply good = operator.signIn("ada", ConsoleBench.PASSWORD);
        assertThat(good.headers().firstValue("Set-Cookie").orElse(""))
                .contains("HttpOnly", "SameSite=Strict", "Path=/console/")
                .doesNotContain("Secure");
        assertThat(operator.get("api/overview").status()).isEqualTo(200);
        assertThat(operator.get("api/session").body().getString("user")).isEqualTo("ada");

        assertThat(operator.delete("api/session").body().getBoolean("signedIn")).isFalse();
        assertThat(operator.get("api/overview").code()).isEqualTo("session-expired");
        Operator robot = new Operator(bench.gateway()).with("Authorization", "Bearer " + ConsoleBench.TOKEN);
        assertThat(robot.get("api/overview").status()).isEqualTo(200);
        assertThat(robot.with("Authorization", "Bearer " + ConsoleBench.TOKEN + "x")
                        .get("api/overview")
                        .code())
                .isEqualTo("sign-in-refused");
        assertThat(new Operator(bench.gateway())
                        .post("api/session", new JsonObject().put("token", ConsoleBench.TOKEN))
                        .status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("R36: a session ends when it is idle, and after its longest time in any case")
    void expires() throws Exception {
        Operator operator = bench.withUsers();
        operator.signIn("vera", ConsoleBench.PASSWORD);
        for (int i = 0; i < 6; i++) {
            bench.clock().advance(Duration.ofMinutes(9));
            assertThat(operator.get("api/operations").status()).isEqualTo(200);
        }
        bench.clock().advance(Duration.ofMinutes(6));
        assertThat(operator.get("api/operations").code()).isEqualTo("session-expired");

        operator.with("Cookie", "").signIn("vera", ConsoleBench.PASSWORD);
        bench.clock().advance(Duration.ofMinutes(9));
        assertThat(operator.get("api/overview").status())
                .as("charts ask by themselves, and keep nothing alive")
                .isEqualTo(200);
        bench.clock().advance(Duration.ofMinutes(1));
        assertThat(operator.post("api/records/search", new JsonObject()).code()).isEqualTo("session-expired");
        assertThat(operator.get("api/session").body().getBoolean("signedIn")).isFalse();
    }

    @Test
    @DisplayName("R36: a reload that takes a user away ends their session")
    void reloads() throws Exception {
        Operator operator = bench.withUsers();
        operator.signIn("vera", ConsoleBench.PASSWORD);
        assertThat(operator.get("api/overview").status()).isEqualTo(200);
        bench.gateway().reload(bench.read(ConsoleBench.USERS.replace("vera", "vesta")));

        assertThat(operator.get("api/overview").code()).isEqualTo("session-expired");
        assertThat(operator.with("Cookie", "")
                        .signIn("vesta", ConsoleBench.PASSWORD)
                        .status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("R27, R36: a role sees and does what it may: bodies and keys, settlements")
    void roles() throws Exception {
        Operator ada = bench.withUsers();
        ada.signIn("ada", ConsoleBench.PASSWORD);
        Operator vera = new Operator(bench.gateway());
        vera.signIn("vera", ConsoleBench.PASSWORD);
        bench.upstream().does(request -> request.response().setStatusCode(201).end("{\"id\":\"<b>ch_secret</b>\"}"));
        String key = bench.newKey();
        bench.charge(key);

        JsonObject shown = ada.post("api/records/find", ConsoleBench.named(key)).body();
        assertThat(shown.getJsonObject("key").getString("value")).isEqualTo(key);
        assertThat(shown.getJsonObject("answer").getJsonObject("payload").getString("text"))
                .isEqualTo("{\"id\":\"<b>ch_secret</b>\"}");
        JsonObject hidden =
                vera.post("api/records/find", ConsoleBench.named(key)).body();
        assertThat(hidden.encode()).doesNotContain("ch_secret").doesNotContain(key);
        assertThat(hidden.getBoolean("payloadHidden")).isTrue();
        assertThat(vera.post("api/records/find", new JsonObject().put("ref", hidden.getString("ref")))
                        .status())
                .isEqualTo(200);

        String held = bench.doubtful();
        JsonObject seen =
                vera.post("api/records/find", ConsoleBench.named(held)).body();
        Operator.Reply refused = vera.post("api/records/settle", ConsoleBench.verdict(seen, "run-again"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("role-missing");
        assertThat(vera.post("api/records/find", ConsoleBench.named(held))
                        .body()
                        .getString("state"))
                .isEqualTo("IN_DOUBT");
    }

    @Test
    @DisplayName("R36: nothing changes for a page of another site, whatever name leads here")
    void otherSites() throws Exception {
        Operator operator = new Operator(bench.gateway());
        assertThat(operator.post("api/records/search", new JsonObject()).code()).isEqualTo("csrf");
        operator.greeted();
        assertThat(operator.post("api/records/search", new JsonObject()).status())
                .isEqualTo(200);
        for (String origin : new String[] {"https://evil.example", "null", "http://127.0.0.1:1"}) {
            assertThat(operator.with("Origin", origin)
                            .post("api/records/search", new JsonObject())
                            .code())
                    .isEqualTo("origin-unknown");
        }
        operator.with(
                "Origin",
                "http://127.0.0.1:"
                        + bench.gateway().adminAddress().orElseThrow().getPort());
        assertThat(operator.post("api/records/search", new JsonObject()).status())
                .isEqualTo(200);
        assertThat(operator.with("Sec-Fetch-Site", "cross-site")
                        .post("api/records/search", new JsonObject())
                        .code())
                .isEqualTo("origin-unknown");

        try (RawClient rebound = new RawClient(bench.admin())) {
            rebound.say("GET /console/api/session HTTP/1.1\r\nHost: evil.example:9901\r\n\r\n");
            RawClient.Heard heard = rebound.hear();
            assertThat(heard.status()).isEqualTo(403);
            assertThat(heard.body()).contains("host-unknown").doesNotContain("csrf");
        }
        Operator signed = bench.withUsers();
        signed.signIn("ada", ConsoleBench.PASSWORD);
        assertThat(signed.with("Semel-Csrf", "")
                        .post("api/records/search", new JsonObject())
                        .code())
                .isEqualTo("csrf");
    }

    @Test
    @DisplayName(
            "R36: whoever guesses is slowed down, more with each try, and a good password does not help before the time is over")
    void slowsDown() throws Exception {
        Operator operator = bench.withUsers();
        for (int i = 0; i < 6; i++) {
            assertThat(operator.signIn("ada", "wrong " + i).code()).isEqualTo("sign-in-refused");
        }
        Operator.Reply slowed = operator.signIn("ada", ConsoleBench.PASSWORD);
        assertThat(slowed.status()).isEqualTo(429);
        assertThat(slowed.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(new Operator(bench.gateway())
                        .signIn("vera", ConsoleBench.PASSWORD)
                        .status())
                .as("somebody else")
                .isEqualTo(200);
        bench.clock().advance(Duration.ofSeconds(1));
        assertThat(operator.signIn("ada", "wrong again").code()).isEqualTo("sign-in-refused");
        assertThat(operator.signIn("ada", ConsoleBench.PASSWORD).headers().firstValue("Retry-After"))
                .hasValue("2");
        bench.clock().advance(Duration.ofSeconds(2));
        assertThat(operator.signIn("ada", ConsoleBench.PASSWORD).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("R27: the audit log says who settled what and why, and shows no key, no tenant and no password")
    void audits() throws Exception {
        Operator operator = bench.withUsers();
        operator.signIn("ada", "wrong " + ConsoleBench.PASSWORD);
        operator.signIn("ada", ConsoleBench.PASSWORD);
        String key = bench.doubtful();
        JsonObject seen =
                operator.post("api/records/find", ConsoleBench.named(key)).body();
        String hash = seen.getJsonObject("key").getString("hash");
        operator.post(
                "api/records/settle",
                ConsoleBench.verdict(seen, "did-not-happen").put("why", "asked\nabout " + key));
        operator.post("api/records/settle", ConsoleBench.verdict(seen, "run-again"));

        assertThat(log)
                .anyMatch(line -> line.contains("dev.semel.audit") && line.contains("signed in: ada from 127.0.0.1"))
                .anyMatch(line -> line.contains("sign-in refused (sign-in-refused) from 127.0.0.1"))
                .anyMatch(line -> line.contains("settlement SETTLED: did-not-happen, attempt 1 of key charges.create "
                        + hash + ", by ada, why: asked\\u000aabout …"))
                .anyMatch(line -> line.contains("settlement REFUSED (the record moved): run-again"))
                .noneMatch(line -> line.contains(key))
                .noneMatch(line -> line.contains("acct_1234567"))
                .noneMatch(line -> line.contains(ConsoleBench.PASSWORD));
    }

    @Test
    @DisplayName("R36: beyond the loopback interface there is no console without users")
    void needsUsers() throws Exception {
        String everywhere = "admin: 0.0.0.0:0";
        assertThatThrownBy(() -> bench.open("", everywhere))
                .isInstanceOf(BadConfiguration.class)
                .hasMessageContaining("needs users")
                .hasMessageContaining("console: off");
        bench.open("console: off\n", everywhere).close();
        bench.open(ConsoleBench.USERS, everywhere).close();
    }

    @Test
    @DisplayName("R36: a console without users warns at the start, and does not answer a proxy that speaks HTTP/1.0")
    void openConsole() throws Exception {
        assertThat(log).noneMatch(line -> line.contains("the console has no users"));
        bench.open("", "admin: 127.0.0.1:0").close();
        assertThat(log).anyMatch(line -> line.contains("the console has no users"));
        log.clear();
        Service gateway = bench.open(ConsoleBench.USERS, "admin: 127.0.0.1:0");
        gateway.reload(bench.read(ConsoleBench.USERS));
        assertThat(log).noneMatch(line -> line.contains("the console has no users"));
        gateway.reload(bench.read(""));
        gateway.close();
        assertThat(log).as("the last user is gone").anyMatch(line -> line.contains("the console has no users"));

        try (RawClient nginx = new RawClient(bench.admin())) {
            nginx.say("GET /console/api/session HTTP/1.0\r\nHost: "
                    + bench.admin().getAuthority() + "\r\nConnection: close\r\n\r\n");
            RawClient.Heard heard = nginx.hear();
            assertThat(heard.status()).isEqualTo(403);
            assertThat(heard.body()).contains("host-unknown").doesNotContain("csrf");
        }
    }

    private String refusedByHead(String path, String headers) throws Exception {
        return refusedByHead(path, headers, 1_000_000);
    }

    /** Announces a body and sends none of it. */
    private String refusedByHead(String path, String headers, int length) throws Exception {
        URI admin = bench.admin();
        try (RawClient stranger = new RawClient(admin)) {
            stranger.say("POST /console/" + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    + headers + "Content-Length: " + length + "\r\n\r\n");
            RawClient.Heard heard = stranger.hear();
            return heard.head() + heard.body();
        }
    }

    /** Hears everything that is logged. */
    private static final class Ear extends Handler {

        private final List<String> lines;

        Ear(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public void publish(LogRecord logged) {
            lines.add(logged.getLoggerName() + ": " + new SimpleFormatter().formatMessage(logged));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
