// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.http.HttpAnswer;
import dev.semel.memory.MemoryStore;
import dev.semel.seal.KeyRing;
import dev.semel.seal.SealedStore;
import dev.semel.seal.SealingKey;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R27: of sealed answers the console")
class SealedRecordsTest {

    private static final String TOKEN = "reader-0123456789abcdef0123456789a";
    private static final String NAMED =
            "{\"tenant\":\"acct_1\",\"operation\":\"charges.create\",\"key\":\"key-of-a-charge\"}";
    private static final KeyRing KEYS =
            KeyRing.of(SealingKey.of("2026-05", "uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E="));
    private static final KeyRing OTHERS =
            KeyRing.of(SealingKey.of("2026-11", "Zk2rB4Jm9v0w1yqTn3cXhW7gLx8s6u5d2R1p9oHtq4A="));

    private final MemoryStore store = MemoryStore.create();

    @BeforeEach
    void saved() {
        RecordId id = new RecordId(new Tenant("acct_1"), "charges.create", new IdempotencyKey("key-of-a-charge"));
        Claim claim = new Claim(
                id,
                Fingerprint.of("x"),
                new ClaimId(1, 2),
                Duration.ofSeconds(30),
                Duration.ofMinutes(15),
                Duration.ofDays(1),
                OnDoubt.HOLD,
                0,
                null);
        SealedStore sealed = SealedStore.over(store, KEYS);
        sealed.claim(claim).toCompletableFuture().join();
        Saved answer = Saved.of("text/plain", "card-4242".getBytes(StandardCharsets.UTF_8));
        sealed.finish(new Finish(
                        id, 1, claim.claimId(), new Ending.Save(true, answer, 0), Duration.ofDays(1), OnDoubt.HOLD))
                .toCompletableFuture()
                .join();
    }

    private static Visitor visitor(IdempotencyStore store, Role... roles) {
        Access access = Access.of(List.of(new User("ada", TokenHash.of(TOKEN), Set.of(roles))));
        Console console = Console.builder(store).access(() -> access).build();
        return new Visitor(console).with("Authorization", "Bearer " + TOKEN);
    }

    @Test
    @DisplayName("shows what was said to the role see-bodies, and to no other")
    void opened() {
        SealedStore sealed = SealedStore.over(store, KEYS);

        assertThat(Visitor.text(visitor(sealed, Role.VIEW, Role.SEE_BODIES).post("api/records/find", NAMED)))
                .contains("card-4242");
        assertThat(Visitor.text(visitor(sealed, Role.VIEW).post("api/records/find", NAMED)))
                .contains("COMPLETED")
                .doesNotContain("4242");
    }

    @Test
    @DisplayName(
            "lists the records whose keys are not there, and says of one which key that is, instead of what lies there")
    void unopened() {
        for (IdempotencyStore keyless : List.of(store, SealedStore.over(store, OTHERS))) {
            Visitor visitor = visitor(keyless, Role.VIEW, Role.SEE_BODIES);

            HttpAnswer found = visitor.post("api/records/find", NAMED);

            assertThat(found.status()).isEqualTo(500);
            assertThat(Visitor.text(found)).contains("unreadable", "2026-05").doesNotContain("payload");
            assertThat(Visitor.text(visitor.post("api/records/search", "{}"))).contains("COMPLETED");
        }
    }
}
