// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.http.HttpAnswer;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R16: a settlement that is sent again, of a record that moved on, is told whether it had been applied:")
class AppliedBeforeTest {

    private static final RecordId ID =
            new RecordId(new Tenant("acct_1234567"), "charges.create", new IdempotencyKey("key-of-a-charge"));
    private static final Duration DAY = Duration.ofDays(1);
    private static final String NAMED =
            "\"tenant\":\"acct_1234567\",\"operation\":\"charges.create\",\"key\":\"key-of-a-charge\"";
    private static final String WHY = "acct_1234567 is not in the ledger";

    private final ManualClock clock = ManualClock.create();
    private final MemoryStore store = MemoryStore.on(clock);
    private Visitor visitor = new Visitor(Console.builder(store).clock(clock).build());
    private int attempt;
    private int claims;
    private String ref = "";

    @BeforeEach
    void seen() {
        visitor = visitor.with("Semel-Client", "test");
        visitor = visitor.with("Semel-Csrf", Visitor.member(visitor.get("api/session"), "csrf"));
        doubtful();
        ref = Visitor.member(visitor.post("api/records/find", "{" + NAMED + "}"), "ref");
    }

    /** One more attempt of which nobody knows what it did. */
    private void doubtful() {
        attempt++;
        ClaimId by = new ClaimId(++claims, attempt);
        Claim claim = new Claim(ID, Fingerprint.of("x"), by, DAY, DAY, DAY, OnDoubt.TAKE, 0, null);
        store.claim(claim).toCompletableFuture().join();
        store.finish(new Finish(ID, attempt, by, new Ending.Doubt(), DAY, OnDoubt.TAKE))
                .toCompletableFuture()
                .join();
    }

    private HttpAnswer settled(String by, String who, String verdict) {
        return visitor.post(
                "api/records/settle",
                "{" + by + ",\"attempt\":1,\"why\":\"" + WHY + "\",\"who\":\"" + who + "\",\"verdict\":\"" + verdict
                        + "\"}");
    }

    /** Sent once more by the look of before, as the page does. */
    private String again() {
        HttpAnswer answer = settled("\"ref\":\"" + ref + "\"", "grace", "did-not-happen");
        assertThat(answer.status()).as(Visitor.text(answer)).isEqualTo(409);
        return Visitor.member(answer, "applied");
    }

    @Test
    @DisplayName("yes, though its reason names the tenant, which the history leaves out")
    void yes() {
        assertThat(settled(NAMED, "grace", "did-not-happen").status()).isEqualTo(200);
        doubtful();

        assertThat(again()).isEqualTo("yes");
    }

    @Test
    @DisplayName("no, where somebody else settled it with the same words, or with another verdict, or nobody did")
    void no() {
        assertThat(settled(NAMED, "ada", "did-not-happen").status()).isEqualTo(200);
        assertThat(again()).isEqualTo("no");
        doubtful();
        assertThat(again()).isEqualTo("no");
    }

    @Test
    @DisplayName("no, where the same person chose another verdict for the same reason")
    void otherVerdict() {
        assertThat(settled(NAMED, "grace", "run-again").status()).isEqualTo(200);
        doubtful();

        assertThat(again()).isEqualTo("no");
    }

    @Test
    @DisplayName("no, as long as the history reaches back to the attempt; unknown once it does not")
    void cut() {
        for (int more = 0; more < 7; more++) {
            doubtful();
            assertThat(again()).isEqualTo("no");
        }
        doubtful();

        assertThat(again()).isEqualTo("unknown");
    }

    @Test
    @DisplayName("unknown, where the record that was seen is forgotten and the key was used again")
    void forgotten() {
        assertThat(settled(NAMED, "grace", "did-not-happen").status()).isEqualTo(200);
        clock.advance(DAY.plusSeconds(1));
        attempt = 0;
        doubtful();

        assertThat(again()).isEqualTo("unknown");
    }
}
