// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.http.Headers;
import dev.semel.http.HttpAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import dev.semel.testkit.ManualClock;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Access to the console")
class AccessTest {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private static final Operation OPERATION = Operation.named("charges").build();

    private final ManualClock clock = ManualClock.create();

    private static User user(String name, String token) {
        return new User(name, TokenHash.of(token), Set.of(Role.VIEW));
    }

    @Test
    @DisplayName("R36: a password's hash can be written down and read again, and tells nothing")
    void hashes() {
        PasswordHash hash = PasswordHash.of("correct horse".toCharArray(), 10_000);
        PasswordHash read = PasswordHash.parse(hash.text());

        assertThat(read.matches("correct horse".toCharArray())).isTrue();
        assertThat(read.matches("correct horsf".toCharArray())).isFalse();
        assertThat(read.matches(new char[0])).isFalse();
        assertThat(PasswordHash.of("correct horse".toCharArray(), 10_000).text())
                .isNotEqualTo(hash.text());
        assertThat(hash.toString()).doesNotContain(hash.text());
        for (String wrong : new String[] {"", "correct horse", "pbkdf2-sha256:1:AA==:AA==", hash.text() + ":"}) {
            assertThatThrownBy(() -> PasswordHash.parse(wrong))
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("semel hash-password");
        }
        assertThatThrownBy(() -> PasswordHash.of("short".toCharArray())).hasMessageContaining("8 to");
    }

    @Test
    @DisplayName(
            "R36: what cannot be meant is refused: two users of a name, no role, a short token, an open console with a name")
    void refuses() {
        assertThatThrownBy(() -> Access.of(List.of(user("a", TOKEN), user("a", TOKEN + "x"))))
                .hasMessageContaining("two users");
        assertThatThrownBy(() -> Access.of(List.of())).hasMessageContaining("needs users");
        assertThatThrownBy(() -> new User("a", TokenHash.of(TOKEN), Set.of(Role.SETTLE)))
                .hasMessageContaining("needs the role view");
        assertThatThrownBy(() -> TokenHash.of("short")).hasMessageContaining("at least 32");
        assertThatThrownBy(() -> Access.open().reachedBy(List.of(URI.create("https://ops.example.com"))))
                .hasMessageContaining("needs users");
        assertThatThrownBy(
                        () -> Access.of(List.of(user("a", TOKEN))).sessions(Duration.ofHours(2), Duration.ofHours(1)))
                .hasMessageContaining("session");
    }

    @Test
    @DisplayName("R36: a session ends with the user, and with a new password or token")
    void endsWithTheUser() {
        Sessions sessions = new Sessions();
        Access before = Access.of(List.of(user("a", TOKEN), user("b", TOKEN + "b")));
        Sessions.Begun a = sessions.begin(user("a", TOKEN), before, clock.instant());
        Sessions.Begun b = sessions.begin(user("b", TOKEN + "b"), before, clock.instant());
        Access after = Access.of(List.of(user("a", TOKEN + "new")));

        assertThat(sessions.find(a.cookie(), before, clock.instant(), true)).isPresent();
        assertThat(sessions.find(a.cookie(), after, clock.instant(), true)).isEmpty();
        assertThat(sessions.find(b.cookie(), after, clock.instant(), true)).isEmpty();
        assertThat(sessions.find("made up", before, clock.instant(), true)).isEmpty();
    }

    @Test
    @DisplayName("R29: sessions and failures take bounded room")
    void bounded() {
        Sessions sessions = new Sessions();
        Access access = Access.of(List.of(user("a", TOKEN)));
        Sessions.Begun first = sessions.begin(user("a", TOKEN), access, clock.instant());
        for (int i = 0; i < 1_000; i++) {
            sessions.begin(user("a", TOKEN), access, clock.instant());
        }
        assertThat(sessions.find(first.cookie(), access, clock.instant(), true)).isEmpty();
        Slowdown slowdown = new Slowdown(5, Duration.ofMinutes(15));
        for (int i = 0; i < 20_000; i++) {
            slowdown.failed("name " + i, clock.instant());
        }
        assertThat(slowdown.size()).isEqualTo(10_000);
    }

    @Test
    @DisplayName(
            "R36: each failure beyond the free ones doubles the wait, up to the longest; it is forgotten after half an hour")
    void slowsDown() {
        Slowdown slowdown = new Slowdown(2, Duration.ofSeconds(5));
        long[] expected = {0, 0, 1, 2, 4, 5, 5};
        for (long seconds : expected) {
            slowdown.failed("a", clock.instant());
            assertThat(slowdown.wait("a", clock.instant())).isEqualTo(Duration.ofSeconds(seconds));
        }
        assertThat(slowdown.wait("b", clock.instant())).isZero();
        clock.advance(Duration.ofMinutes(31));
        slowdown.failed("a", clock.instant());
        assertThat(slowdown.wait("a", clock.instant())).isZero();
        assertThat(SignIns.network("2001:db8:1:2::1")).isEqualTo(SignIns.network("2001:db8:1:2:ffff::9"));
        assertThat(SignIns.network("2001:db8:1:3::1")).isNotEqualTo(SignIns.network("2001:db8:1:2::1"));
    }

    @Test
    @DisplayName("R27: a reference shows nothing of the key, cannot be made up, and is good in one process only")
    void references() {
        KeyRecord record = new KeyRecord(
                new RecordId(new Tenant("acct"), "op", new IdempotencyKey("the-key-itself")),
                State.IN_PROGRESS,
                Fingerprint.of("x"),
                1,
                new ClaimId(1, 2),
                Reason.FIRST,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                KeyRecord.NEVER,
                History.NONE);
        References references = new References();
        String reference = references.of(record);

        assertThat(references.record(reference))
                .isEqualTo(new References.Seen(record.id(), new ClaimId(1, 2), Instant.EPOCH));
        assertThat(reference).isNotEqualTo(references.of(record)).doesNotContain("key");
        char flipped = reference.charAt(20) == 'A' ? 'B' : 'A';
        for (String wrong : new String[] {
            "", "?", reference.substring(1), reference.substring(0, 20) + flipped + reference.substring(21)
        }) {
            assertThatThrownBy(() -> references.record(wrong)).isInstanceOf(Refusal.class);
        }
        assertThatThrownBy(() -> references.place(reference)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> new References().record(reference)).hasMessageContaining("search again");
    }

    @Test
    @DisplayName("R16: the same decision about the same attempt has the same id, and any other has another")
    void settlements() {
        RecordId id = new RecordId(new Tenant("acct"), "op", new IdempotencyKey("key"));
        Settlement one = settlement(id, 1, "ada", "why");

        assertThat(one.claimId()).isEqualTo(settlement(id, 1, "ada", "why").claimId());
        assertThat(one.claimId())
                .isNotEqualTo(settlement(id, 2, "ada", "why").claimId())
                .isNotEqualTo(settlement(id, 1, "adaw", "hy").claimId())
                .isNotEqualTo(settlement(id, 1, "bob", "why").claimId());
        assertThat(one.toString()).doesNotContain("acct");
    }

    @Test
    @DisplayName("R36: an origin with its scheme's own port is what browsers call it, without")
    void originsWithPorts() {
        for (String[] pair : new String[][] {
            {"https://ops.example.com:443", "ops.example.com"},
            {"http://ops.example.com:80", "ops.example.com"},
            {"https://ops.example.com:8443", "ops.example.com:8443"},
            {"http://ops.example.com:443", "ops.example.com:443"}
        }) {
            Access access = Access.byApplication(head -> Set.of(Role.VIEW)).reachedBy(List.of(URI.create(pair[0])));
            assertThat(access.origins())
                    .extracting(URI::getRawAuthority)
                    .as(pair[0])
                    .containsExactly(pair[1]);
        }
    }

    private static Settlement settlement(RecordId id, int attempt, String who, String why) {
        return new Settlement(
                id,
                Optional.empty(),
                attempt,
                new dev.semel.state.Settle.Verdict.Rerun(),
                who,
                why,
                Optional.of(Duration.ofDays(1)));
    }

    @Test
    @DisplayName("R36: wrong tokens of an address slow down nobody who signs in with a password there")
    void tokensAndPasswords() {
        PasswordHash hash = PasswordHash.of("correct horse".toCharArray(), 10_000);
        Access access = Access.of(List.of(new User("ada", hash, Set.of(Role.VIEW))));
        SignIns signIns = new SignIns();
        Instant now = clock.instant();
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> signIns.byToken(access, "wrong", "127.0.0.1", now))
                    .isInstanceOf(Refusal.class);
        }

        assertThat(signIns.byPassword(access, "ada", "correct horse", new SignIns.From("127.0.0.1", ""), now)
                        .name())
                .isEqualTo("ada");
        assertThatThrownBy(() ->
                        signIns.byPassword(access, "a".repeat(10_000), "x", new SignIns.From("127.0.0.1", ""), now))
                .isInstanceOf(Refusal.class);
    }

    @Test
    @DisplayName("R36: an answer that a settlement gives to retries has no header of one connection or one response")
    void settledHeaders() {
        for (String name : List.of("Content-Length", "transfer-encoding", "Set-Cookie", "Connection")) {
            HttpAnswer answer = HttpAnswer.empty(201, Headers.of(name, "1"));
            assertThatThrownBy(() -> Verdicts.of("happened", Optional.of(answer), OPERATION))
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining(name);
        }
        HttpAnswer good = HttpAnswer.empty(201, Headers.of("Location", "/charges/1"));
        assertThat(Verdicts.of("happened", Optional.of(good), OPERATION)).isNotNull();
    }

    private static void assertRefused(HttpAnswer answer, String because) {
        assertThatThrownBy(() -> Verdicts.of("happened", Optional.of(answer), OPERATION))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(because);
    }

    @Test
    @DisplayName("R16, R36: an answer that a server could not send is refused, and its value is not repeated")
    void unsendableHeaders() {
        for (String value : List.of("a\u0007b", "a\u007fb", "caf\u00e9", "\u20ac", "a\u001bb")) {
            HttpAnswer answer = HttpAnswer.empty(201, Headers.of("X-Note", value));
            assertRefused(answer, "X-Note");
            assertThatThrownBy(() -> Verdicts.of("happened", Optional.of(answer), OPERATION))
                    .hasMessageNotContaining(value);
        }
        HttpAnswer good = HttpAnswer.empty(201, Headers.of("X-Note", "a\tb ~!"));
        assertThat(Verdicts.of("happened", Optional.of(good), OPERATION)).isNotNull();
    }

    @Test
    @DisplayName("R36: a settled answer says its type once, and says nothing that Semel says itself")
    void contradictingHeaders() {
        Headers types = Headers.of("Content-Type", "text/plain").and("content-type", "text/html");
        assertRefused(HttpAnswer.empty(200, types), "Content-Type");
        for (String name : List.of("Idempotent-Replayed", "idempotency-degraded", "Semel-Traceparent")) {
            assertRefused(HttpAnswer.empty(200, Headers.of(name, "true")), name);
        }
    }

    @Test
    @DisplayName("R36: a settled answer has no body where its status has none")
    void bodiless() {
        for (int status : new int[] {204, 205, 304}) {
            assertRefused(HttpAnswer.of(status, Headers.NONE, new byte[] {1}), "an answer with the status " + status);
            HttpAnswer empty = HttpAnswer.empty(status, Headers.NONE);
            assertThat(Verdicts.of("happened", Optional.of(empty), OPERATION)).isNotNull();
        }
    }
}
