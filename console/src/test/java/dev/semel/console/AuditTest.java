// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.http.HttpAnswer;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The audit log")
class AuditTest {

    private static final String SETTLER = "settler-0123456789abcdef0123456789";
    private static final String VIEWER = "viewer-0123456789abcdef01234567890";
    private static final RecordId ID =
            new RecordId(new Tenant("acct_1234567"), "charges.create", new IdempotencyKey("key-of-a-charge"));

    private final ManualClock clock = ManualClock.create();
    private final MemoryStore store = MemoryStore.on(clock);
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger log = Logger.getLogger("dev.semel.audit");
    private final Handler ear = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            lines.add(logged.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        log.addHandler(ear);
        hold(new ClaimId(1, 2));
    }

    private void hold(ClaimId by) {
        Claim claim = new Claim(
                ID,
                Fingerprint.of("x"),
                by,
                Duration.ofSeconds(30),
                Duration.ofMinutes(15),
                Duration.ofDays(1),
                OnDoubt.HOLD,
                0,
                null);
        store.claim(claim).toCompletableFuture().join();
        store.finish(new Finish(ID, 1, claim.claimId(), new Ending.Doubt(), Duration.ofDays(1), OnDoubt.HOLD))
                .toCompletableFuture()
                .join();
    }

    @AfterEach
    void end() {
        log.removeHandler(ear);
    }

    private Visitor visitor(dev.semel.spi.IdempotencyStore asked, String token) {
        Access access = Access.of(List.of(
                new User("ada", TokenHash.of(SETTLER), Set.of(Role.VIEW, Role.SETTLE)),
                new User("vera", TokenHash.of(VIEWER), Set.of(Role.VIEW))));
        Operation operation = Operation.named("charges.create").answerLimit(64).build();
        Console console = Console.builder(asked)
                .access(() -> access)
                .catalogue(() -> Catalogue.of(List.of(operation)))
                .clock(clock)
                .build();
        return new Visitor(console).with("Authorization", "Bearer " + token);
    }

    private static String settlement(String verdict, String why) {
        return "{\"tenant\":\"acct_1234567\",\"operation\":\"charges.create\",\"key\":\"key-of-a-charge\",\"attempt\":1,"
                + "\"why\":\"" + why + "\"," + verdict + "}";
    }

    @Test
    @DisplayName("R36: has a line before the store is asked to settle, and one that says how it ended")
    void before() {
        Visitor ada = visitor(store, SETTLER);

        assertThat(ada.post("api/records/settle", settlement("\"verdict\":\"run-again\"", "INC-7"))
                        .status())
                .isEqualTo(200);

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("settlement ASKED FOR: run-again, attempt 1 of key charges.create #");
        assertThat(lines.get(1)).startsWith("settlement SETTLED: run-again, attempt 1 of key charges.create #");
        assertThat(lines).allMatch(line -> line.endsWith(", by ada, why: INC-7"));
    }

    @Test
    @DisplayName(
            "R27: keeps a key and a tenant out of it that somebody wrote into the reason, and out of the history, too")
    void secretsInReasons() {
        Visitor ada = visitor(store, SETTLER);

        String settled = Visitor.text(ada.post(
                "api/records/settle",
                settlement("\"verdict\":\"run-again\"", "Key-of-a-Charge of acct_1234567, INC-7")));

        assertThat(settled).contains("… of …, INC-7").doesNotContain("Key-of-a-Charge of");
        assertThat(lines).hasSize(2).allMatch(line -> line.endsWith(", by ada, why: … of …, INC-7"));
    }

    @Test
    @DisplayName("R36: has both lines of a settlement that the store does not answer, too")
    void unanswered() {
        FaultyStore faulty = FaultyStore.around(store);
        Visitor ada = visitor(faulty, SETTLER);
        String settlement = settlement("\"verdict\":\"run-again\"", "INC-7");
        String named = settlement.substring(1, settlement.indexOf(",\"attempt"));
        String ref = Visitor.member(ada.post("api/records/find", "{" + named + "}"), "ref");
        faulty.down();

        ada.post("api/records/settle", settlement.replace(named, "\"ref\":\"" + ref + "\""));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).startsWith("settlement UNKNOWN (the store did not answer): run-again");
    }

    @Test
    @DisplayName(
            "R36: says of a settlement for which the store was not asked, since the look before failed, that it was not tried")
    void notTried() {
        FaultyStore faulty = FaultyStore.around(store);
        Visitor ada = visitor(faulty, SETTLER);
        faulty.down();

        ada.post("api/records/settle", settlement("\"verdict\":\"run-again\"", "INC-7"));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).startsWith("settlement NOT TRIED (the store did not answer): run-again");
        assertThat(Audit.ending(new UnreadableRecordException("sealed"), false))
                .isEqualTo("NOT TRIED (the record cannot be read)");
    }

    @Test
    @DisplayName("R36: does not say of a store that answered that it did not")
    void endings() {
        assertThat(Audit.ending(new CompletionException(new StoreUnavailableException("away")), true))
                .isEqualTo("UNKNOWN (the store did not answer)");
        assertThat(Audit.ending(new TimeoutException(), true)).isEqualTo("UNKNOWN (the store did not answer)");
        assertThat(Audit.ending(new UnreadableRecordException("sealed"), true))
                .isEqualTo("UNKNOWN (the record cannot be read)");
        assertThat(Audit.ending(new IllegalStateException("a key"), true))
                .isEqualTo("UNKNOWN (it failed: IllegalStateException)");
        assertThat(Audit.ending(new InvalidValueException("too long"), true)).isEqualTo("REFUSED (it cannot be)");
    }

    @Test
    @DisplayName("R16: says of a name that no history could keep that it is the name")
    void longName() {
        String name = "a".repeat(201);
        Settlement settlement =
                new Settlement(ID, Optional.empty(), 1, new Settle.Verdict.Rerun(), name, "INC-7", Optional.empty());

        assertThatThrownBy(settlement::check)
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("who decided")
                .hasMessageContaining("here it is 201 characters");
    }

    @Test
    @DisplayName("R36: names who was refused for want of a role, and where a wrong token came from")
    void refused() {
        Visitor vera = visitor(store, VIEWER);
        vera.post("api/records/settle", settlement("\"verdict\":\"run-again\"", "INC-7"));
        visitor(store, "wrong-0123456789abcdef0123456789").get("api/overview");

        assertThat(lines)
                .containsExactly(
                        "settlement DENIED (role-missing): by vera from 10.0.0.7",
                        "sign-in refused (sign-in-refused) from 10.0.0.7");
    }

    @Test
    @DisplayName("R36: shows what cannot be seen as its number: no line break, no cursor movement, no reversed text")
    void escapes() {
        Visitor ada = visitor(store, SETTLER);

        ada.post(
                "api/records/settle",
                settlement("\"verdict\":\"run-again\"", "a\\nb\\u001b[2J\\u009b1m\\u202eevil\\u0085\\u2028"));

        assertThat(lines.get(1)).endsWith("why: a\\u000ab\\u001b[2J\\u009b1m\\u202eevil\\u0085\\u2028");
    }

    @Test
    @DisplayName("R19: an answer that is larger than the operation keeps is refused, and settles nothing")
    void answerLimit() {
        Visitor ada = visitor(store, SETTLER);
        String large = "\"verdict\":\"happened\",\"answer\":{\"status\":201,\"body\":\"" + "x".repeat(200) + "\"}";

        String refused = Visitor.text(ada.post("api/records/settle", settlement(large, "INC-7")));

        assertThat(refused).contains("\"invalid\"").contains("64 bytes");
        assertThat(lines).isEmpty();
        String small = "\"verdict\":\"happened\",\"answer\":{\"status\":201,\"body\":\"x\"}";
        assertThat(ada.post("api/records/settle", settlement(small, "INC-7")).status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName(
            "R16, R36: a settlement that was applied and is sent again, by a later look at the record, is the same one")
    void again() {
        Visitor ada = visitor(store, SETTLER);
        String named = "\"tenant\":\"acct_1234567\",\"operation\":\"charges.create\",\"key\":\"key-of-a-charge\"";
        ada.post("api/records/settle", settlement("\"verdict\":\"run-again\"", "INC-7"));
        String ref = Visitor.member(ada.post("api/records/find", "{" + named + "}"), "ref");
        String sameByRef = settlement("\"verdict\":\"run-again\"", "INC-7").replace(named, "\"ref\":\"" + ref + "\"");
        lines.clear();

        HttpAnswer same = ada.post("api/records/settle", sameByRef);
        HttpAnswer other = ada.post("api/records/settle", sameByRef.replace("INC-7", "INC-8"));

        assertThat(same.status()).as(Visitor.text(same)).isEqualTo(200);
        assertThat(lines.get(1)).startsWith("settlement SETTLED: run-again");
        assertThat(other.status()).isEqualTo(409);
        assertThat(lines.get(3)).startsWith("settlement REFUSED (the record moved)");
    }

    @Test
    @DisplayName("R16: a settlement that is sent again, by a look at it, touches no later record of the same key")
    void againTooLate() {
        Visitor ada = visitor(store, SETTLER);
        String settlement = settlement("\"verdict\":\"run-again\"", "INC-7");
        String named = settlement.substring(1, settlement.indexOf(",\"attempt"));
        ada.post("api/records/settle", settlement);
        String ref = Visitor.member(ada.post("api/records/find", "{" + named + "}"), "ref");
        clock.advance(Duration.ofDays(2));
        hold(new ClaimId(3, 4));

        HttpAnswer late = ada.post("api/records/settle", settlement.replace(named, "\"ref\":\"" + ref + "\""));

        assertThat(late.status()).as(Visitor.text(late)).isEqualTo(409);
        assertThat(Visitor.member(late, "state")).isEqualTo("IN_DOUBT");
    }

    @Test
    @DisplayName("R29, R36: who is told to wait and does not is in it once for each wait, whatever the name")
    void impatient() {
        User ada = new User("ada", PasswordHash.of("correct horse".toCharArray(), 10_000), Set.of(Role.VIEW));
        Access access = Access.of(List.of(ada));
        Visitor guesser = new Visitor(
                Console.builder(store).access(() -> access).clock(clock).build());
        for (String name : List.of("ada", "a".repeat(101))) {
            lines.clear();
            for (int i = 0; i < 50; i++) {
                guesser.post("api/session", "{\"user\":\"" + name + "\",\"password\":\"wrong horse\"}");
            }
            assertThat(lines).as("six wrong ones, and a wait").hasSize(7);
            assertThat(lines.get(6)).isEqualTo("sign-in refused (slow-down) from 10.0.0.7");
            clock.advance(Duration.ofMinutes(1));
        }
        lines.clear();
        guesser.post("api/session", "{\"user\":\"ada\",\"password\":\"wrong horse\"}");
        guesser.post("api/session", "{\"user\":\"ada\",\"password\":\"wrong horse\"}");
        assertThat(lines).as("the next wait").hasSize(2);
    }
}
