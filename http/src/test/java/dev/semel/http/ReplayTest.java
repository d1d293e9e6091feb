// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static dev.semel.http.Server.KEY;
import static dev.semel.http.Server.created;
import static dev.semel.http.Server.now;
import static dev.semel.http.Server.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.IdempotencyKey;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.testkit.FaultyStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A saved answer that is given again")
class ReplayTest {

    private static final Head CHARGE = Head.post("/charges").key(KEY);

    @ParameterizedTest
    @CsvSource({
        "https://shop.example, https://shop.example, true",
        "https://shop.example, https://other.example, false",
        "https://shop.example, '', false",
        "*, https://other.example, true",
        "*, '', true",
        "null, null, false",
    })
    @DisplayName("R27: says which origin may read it only where that holds: allowed to {0}, asked by {1}: {2}")
    void origins(String allowed, String asking, boolean told) {
        Headers own = Headers.of("X-One", "1")
                .and("Access-Control-Allow-Origin", allowed)
                .and("Access-Control-Allow-Credentials", "true")
                .and("Timing-Allow-Origin", allowed)
                .and("Vary", "Origin");
        try (Server server = Server.start()) {
            server.send(CHARGE, "{}", () -> HttpAnswer.empty(201, own));

            Headers again = server.send(asking.isEmpty() ? CHARGE : CHARGE.with("Origin", asking), "{}")
                    .headers();

            assertThat(again.all("Access-Control-Allow-Origin")).hasSize(told ? 1 : 0);
            assertThat(again.all("Access-Control-Allow-Credentials")).hasSize(told ? 1 : 0);
            assertThat(again.all("Timing-Allow-Origin")).hasSize(told ? 1 : 0);
            assertThat(again.all("Vary")).containsExactly("Origin");
            assertThat(again.first("X-One")).hasValue("1");
        }
    }

    @Test
    @DisplayName("R27: has all end-to-end headers in order, but no Set-Cookie, Date or hop-by-hop header")
    void headers() {
        Headers own = Headers.of("Content-Type", "text/plain")
                .and("Set-Cookie", "session=secret")
                .and("X-One", "1")
                .and("Date", "Tue, 15 Nov 1994 08:12:31 GMT")
                .and("Connection", "X-Hop, close")
                .and("X-Hop", "private")
                .and("Keep-Alive", "timeout=5")
                .and("Transfer-Encoding", "chunked")
                .and("Content-Length", "2")
                .and("X-One", "2")
                .and("Location", "/charges/1");
        try (Server server = Server.start()) {
            server.send(CHARGE, "{}", () -> HttpAnswer.empty(201, own));

            List<String> names = new ArrayList<>();
            server.send(CHARGE, "{}").headers().forEach(header -> names.add(header.name() + "=" + header.value()));

            assertThat(names)
                    .containsExactly(
                            "Content-Type=text/plain",
                            "X-One=1",
                            "X-One=2",
                            "Location=/charges/1",
                            "Idempotent-Replayed=true");
        }
    }

    @Test
    @DisplayName("R38: says once that it is one, also where it was made by a service that had marked it already")
    void markedOnce() {
        Headers own = Headers.of("idempotent-replayed", "true").and("X-One", "1");
        try (Server server = Server.start()) {
            server.send(CHARGE, "{}", () -> HttpAnswer.empty(201, own));

            Headers again = server.send(CHARGE, "{}").headers();

            assertThat(again.all("Idempotent-Replayed")).containsExactly("true");
            assertThat(again.first("X-One")).hasValue("1");
        }
    }

    @Test
    @DisplayName("R27: keeps what the policy wants kept and drops what it wants dropped, never what frames a message")
    void configuredHeaders() {
        KeptHeaders kept =
                KeptHeaders.defaults().keep("Set-Cookie").drop("X-Trace").keep("Transfer-Encoding");
        Headers own = Headers.of("set-cookie", "a=b").and("x-trace", "1").and("Transfer-Encoding", "chunked");
        try (Server server = Server.withPolicy(policy -> policy.keptHeaders(kept))) {
            server.send(CHARGE, "{}", () -> HttpAnswer.empty(200, own));

            Headers replayed = server.send(CHARGE, "{}").headers();

            assertThat(replayed.first("Set-Cookie")).hasValue("a=b");
            assertThat(replayed.first("X-Trace")).isEmpty();
            assertThat(replayed.first("Transfer-Encoding")).isEmpty();
        }
    }

    @Test
    @DisplayName("R19, T9: that was too large is a clear problem, and never a second run")
    void tooLarge() {
        try (Server server = Server.withOperation(operation -> operation.answerLimit(1000))) {
            HttpAnswer large = HttpAnswer.owning(201, Headers.NONE, new byte[1001]);
            HttpAnswer first = server.send(CHARGE, "{}", () -> large);
            HttpAnswer retry = server.send(CHARGE, "{}");

            assertThat(first).isSameAs(large);
            assertThat(retry.status()).isEqualTo(410);
            assertThat(text(retry)).contains("\"code\":\"answer-not-kept\"").contains("answered with status 201");
            assertThat(retry.headers().first("Idempotent-Replayed")).hasValue("true");
            assertThat(retry.headers().first("Retry-After")).isEmpty();
            assertThat(server.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName(
            "R19: that was streamed is a clear problem too; the buffer says when it comes to that, and nothing frees the key")
    void streamed() {
        try (Server server = Server.withOperation(operation -> operation.answerLimit(10))) {
            Exchange exchange = server.begin(CHARGE, "{}");
            BodyBuffer capture = exchange.capture();

            assertThat(capture.append(new byte[10], 0, 10)).isTrue();
            assertThat(capture.append(new byte[1], 0, 1)).isFalse();
            assertThat(capture.state()).isEqualTo(BodyBuffer.State.TOO_LARGE);
            assertThat(exchange.mayStream()).isTrue();
            assertThat(now(exchange.streamed(200))).isInstanceOf(Sending.Own.class);
            assertThat(text(server.send(CHARGE, "{}"))).contains("\"code\":\"answer-not-kept\"");
        }
    }

    @Test
    @DisplayName("R19: an answer may not begin to leave when the key is lost")
    void mayNotStream() {
        try (Server server = Server.start()) {
            Exchange exchange = server.begin(CHARGE, "{}");
            server.engine.close();
            server.time.advance(Duration.ofMinutes(1));

            assertThat(exchange.mayStream()).isFalse();
        }
    }

    @Test
    @DisplayName("R20, T10: that cannot be read is a 503 with Retry-After, and never a second run")
    void unreadable() {
        Operation older = Operation.payments("charges.create").build();
        try (Server server = Server.start()) {
            Ticket ticket = ((Admission.Run) server.engine.admit(new Intent(
                            older,
                            new Tenant("acme"),
                            new IdempotencyKey(KEY),
                            BodyDigest.of(CHARGE, HttpPolicy.of(older))
                                    .finish(BodyBuffer.forAnswer(
                                            new BufferSettings(
                                                    new MemoryBudget(0), new AnswerMemory(1 << 20), 0, 0, Path.of("")),
                                            0)))))
                    .ticket();
            now(ticket.complete(Saved.of(HttpSnapshot.CONTENT_TYPE, new byte[] {9, 9})));

            HttpAnswer retry = server.send(CHARGE, "");

            assertThat(retry.status()).isEqualTo(503);
            assertThat(text(retry)).contains("\"code\":\"unreadable\"");
            assertThat(retry.headers().first("Retry-After")).hasValue("1");
            assertThat(server.runs).hasValue(0);
        }
    }

    @Test
    @DisplayName("R20: of an older shape is converted by a converter that reads and writes answers of HTTP")
    void converted() {
        HttpSnapshot codec = HttpSnapshot.codec();
        FaultyStore[] shared = new FaultyStore[1];
        try (Server server = Server.onStore(
                store -> shared[0] = FaultyStore.around(store),
                operation -> operation.version(1, OlderAnswer.replay()))) {
            server.send(CHARGE, "{}", () -> created("old"));
            try (Server newer = Server.onStore(
                    store -> shared[0],
                    operation -> operation.version(
                            2,
                            OlderAnswer.convert(
                                    (from, saved) -> codec.save(created(text(codec.load(saved)) + " made new")))))) {
                assertThat(text(newer.send(CHARGE, "{}"))).isEqualTo("old made new");
            }
        }
    }

    @Test
    @DisplayName("R28: reaches a retry that waits for it, without blocking")
    void waiting() {
        try (Server server =
                Server.withOperation(operation -> operation.inFlight(InFlight.waitUpTo(Duration.ofSeconds(5))))) {
            Exchange first = server.begin(CHARGE, "{}");
            CompletableFuture<HttpAdmission> waiting = waiter(server);

            assertThat(waiting).isNotDone();
            now(first.answered(created("done")));

            assertThat(text(((HttpAdmission.Answered) waiting.join()).answer())).isEqualTo("done");
        }
    }

    @Test
    @DisplayName("R18: a waiting client that hangs up leaves nothing behind, and the one after it may run")
    void hungUp() {
        try (Server server =
                Server.withOperation(operation -> operation.inFlight(InFlight.waitUpTo(Duration.ofSeconds(5))))) {
            Exchange first = server.begin(CHARGE, "{}");
            CompletableFuture<HttpAdmission> waiting = waiter(server);

            waiting.cancel(false);
            now(first.released());

            assertThat(server.send(CHARGE, "{}").status()).isEqualTo(201);
        }
    }

    private static CompletableFuture<HttpAdmission> waiter(Server server) {
        Intake intake = ((Reception.Reading) server.http.receive(CHARGE)).intake();
        intake.feed(new byte[] {'{', '}'}, 0, 2);
        return intake.admit().toCompletableFuture();
    }
}
