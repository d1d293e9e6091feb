// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Operation;
import dev.semel.Saved;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The settlement of a call that was no request")
class CallsTest {

    private static final String TOKEN = "settler-0123456789abcdef0123456789";
    private static final RecordId ID =
            new RecordId(new Tenant("acct_1"), "invoices.send", new IdempotencyKey("key-of-an-invoice"));

    private final ManualClock clock = ManualClock.create();
    private final MemoryStore store = MemoryStore.on(clock);

    @BeforeEach
    void doubt() {
        Claim claim = new Claim(
                ID,
                Fingerprint.of("x"),
                new ClaimId(1, 2),
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

    private HttpAnswer settle(String decision) {
        Access access = Access.of(List.of(new User("ada", TokenHash.of(TOKEN), Set.of(Role.VIEW, Role.SETTLE))));
        Operation operation = Operation.named("invoices.send").answerLimit(64).build();
        Console console = Console.builder(store)
                .access(() -> access)
                .catalogue(() -> Catalogue.of(List.of(operation)).withCalls(Set.of("invoices.send")))
                .clock(clock)
                .build();
        return new Visitor(console)
                .with("Authorization", "Bearer " + TOKEN)
                .post(
                        "api/records/settle",
                        "{\"tenant\":\"acct_1\",\"operation\":\"invoices.send\",\"key\":\"key-of-an-invoice\","
                                + "\"attempt\":1,\"why\":\"in the ledger\"," + decision + "}");
    }

    private static String happened(String answer) {
        return "\"verdict\":\"happened\",\"answer\":{" + answer + "}";
    }

    @Test
    @DisplayName("R16: saves what happened as the JSON value that later calls read")
    void value() {
        assertThat(settle(happened("\"body\":\"{\\\"number\\\": 17}\"")).status())
                .isEqualTo(200);

        Saved saved = store.find(ID)
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .record()
                .answer()
                .saved();
        assertThat(saved.contentType()).isEqualTo("application/json");
        assertThat(new String(saved.toBytes(), StandardCharsets.UTF_8)).isEqualTo("{\"number\": 17}");
    }

    @Test
    @DisplayName("R16: refuses what later calls could not read: no JSON, none at all, too much of it")
    void noValue() {
        for (String answer : List.of(
                "\"body\":\"it was sent\"",
                "\"body\":\"\"",
                "\"contentType\":\"application/json\"",
                "\"body\":\"\\\"\\ud800\\\"\"",
                "\"body\":\"\\\"" + "x".repeat(64) + "\\\"\"")) {
            assertThat(settle(happened(answer)).status()).as(answer).isEqualTo(400);
        }
        assertThat(settle("\"verdict\":\"happened\"").status()).isEqualTo(400);
        assertThat(settle("\"verdict\":\"perhaps\"").status()).isEqualTo(400);
        assertThat(settle("\"verdict\":\"run-again\",\"answer\":{\"body\":\"17\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("R16: refuses a status and headers, and says what to give instead")
    void noRequest() {
        for (String more : List.of("\"status\":200", "\"headers\":[{\"name\":\"Location\",\"value\":\"/17\"}]")) {
            HttpAnswer refused = settle(happened("\"body\":\"17\"," + more));

            assertThat(refused.status()).isEqualTo(400);
            assertThat(Visitor.text(refused)).contains("serves no requests", "as JSON, in body");
        }
        assertThat(settle("\"verdict\":\"did-not-happen\"").status()).isEqualTo(200);
    }
}
