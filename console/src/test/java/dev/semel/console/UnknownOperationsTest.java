// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.http.HttpAnswer;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Records of an operation that only another process on the same store knows")
class UnknownOperationsTest {

    private static final RecordId ID =
            new RecordId(new Tenant("acct_1"), "charges.create", new IdempotencyKey("key-of-a-charge"));
    private static final Duration DAY = Duration.ofDays(1);
    private static final String NAMED =
            "\"tenant\":\"acct_1\",\"operation\":\"charges.create\",\"key\":\"key-of-a-charge\"";

    private final MemoryStore store = MemoryStore.create();

    @BeforeEach
    void doubtful() {
        store.claim(claim(1, 0)).toCompletableFuture().join();
        store.finish(new Finish(ID, 1, new ClaimId(1, 1), new Ending.Doubt(), DAY, OnDoubt.TAKE))
                .toCompletableFuture()
                .join();
    }

    private static Claim claim(int number, int rerunBelow) {
        Duration lease = Duration.ofSeconds(30);
        return new Claim(
                ID, Fingerprint.of("x"), new ClaimId(1, number), lease, DAY, DAY, OnDoubt.TAKE, rerunBelow, null);
    }

    private Visitor visitor(Operation... known) {
        Catalogue catalogue = Catalogue.of(List.of(known));
        Visitor visitor =
                new Visitor(Console.builder(store).catalogue(() -> catalogue).build()).with("Semel-Client", "test");
        return visitor.with("Semel-Csrf", Visitor.member(visitor.get("api/session"), "csrf"));
    }

    private static HttpAnswer happened(Visitor visitor) {
        return visitor.post(
                "api/records/settle",
                "{" + NAMED + ",\"attempt\":1,\"who\":\"grace\",\"why\":\"in the ledger\",\"verdict\":\"happened\","
                        + "\"answer\":{\"status\":201,\"body\":\"charged\"}}");
    }

    @Test
    @DisplayName("R16, R20: what an operator says that happened runs for no later version, whichever the other is at")
    void neverRerun() {
        HttpAnswer settled = happened(visitor());

        assertThat(settled.status()).as(Visitor.text(settled)).isEqualTo(200);
        assertThat(Visitor.text(settled)).contains("\"version\":null", "\"nextRetry\":\"replay\"");
        for (int version : new int[] {0, 1, 2, Integer.MAX_VALUE}) {
            assertThat(store.claim(claim(2, version)).toCompletableFuture().join())
                    .isInstanceOf(ClaimAnswer.Final.class);
        }
    }

    @Test
    @DisplayName("R20: whoever knows the operation says that its retries get the answer as it is, converted by nobody")
    void neverConverted() {
        HttpAnswer unused = happened(visitor());
        for (OlderAnswer older :
                List.of(OlderAnswer.rerun(), OlderAnswer.convert((version, saved) -> saved), OlderAnswer.replay())) {
            Visitor knowing =
                    visitor(Operation.named("charges.create").version(7, older).build());

            assertThat(Visitor.member(knowing.post("api/records/find", "{" + NAMED + "}"), "nextRetry"))
                    .isEqualTo("replay");
        }
    }

    @Test
    @DisplayName("R20: where the operation is known, its own version is saved, and a later one may run again for it")
    void known() {
        Operation operation = Operation.named("charges.create")
                .version(2, OlderAnswer.rerun())
                .build();

        assertThat(Visitor.text(happened(visitor(operation)))).contains("\"version\":2");
        assertThat(store.claim(claim(2, 2)).toCompletableFuture().join()).isInstanceOf(ClaimAnswer.Final.class);
        assertThat(store.claim(claim(3, 3)).toCompletableFuture().join()).isInstanceOf(ClaimAnswer.Granted.class);
    }
}
