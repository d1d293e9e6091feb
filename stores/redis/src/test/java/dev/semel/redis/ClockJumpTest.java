// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("When the server's clock is set")
class ClockJumpTest {

    private ClockedServer server;
    private RedisStore store;

    @BeforeEach
    void open() {
        server = new ClockedServer();
        store = RedisStore.at(server.uri()).callLimit(Duration.ofSeconds(30)).build();
    }

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @Test
    @DisplayName("R12, R30: ahead, leases end early by the difference, and the owner is fenced by whoever took over")
    void aheadEndsLeases() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        server.set(Commands.LEASE.dividedBy(2));
        assertThat(Commands.now(store.claim(Commands.claim(claim.id()))))
                .as("within the lease")
                .isInstanceOf(ClaimAnswer.InProgress.class);

        server.set(Commands.LEASE.plusSeconds(1));
        ClaimAnswer taken = Commands.now(store.claim(Commands.claim(claim.id())));

        assertThat(taken).isInstanceOf(ClaimAnswer.Granted.class);
        assertThat(((ClaimAnswer.Granted) taken).sighting().record().attempt()).isEqualTo(2);
        assertThat(Commands.now(store.finish(Commands.completes(claim, "late"))))
                .isInstanceOf(FinishAnswer.Fenced.class);
        assertThat(Commands.now(store.renew(List.of(Commands.renewal(claim))))).containsExactly(RenewAnswer.LOST);
    }

    @Test
    @DisplayName("R10, R30: ahead, an owner whom nobody has fenced keeps its key, renews and completes")
    void aheadKeepsTheFence() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        server.set(Duration.ofHours(1));

        assertThat(Commands.now(store.renew(List.of(Commands.renewal(claim))))).containsExactly(RenewAnswer.RENEWED);
        assertThat(Commands.now(store.claim(Commands.claim(claim.id())))).isInstanceOf(ClaimAnswer.InProgress.class);
        assertThat(Commands.now(store.finish(Commands.completes(claim, "paid"))))
                .isInstanceOf(FinishAnswer.Applied.class);
    }

    @Test
    @DisplayName("R13, R30: ahead, retention ends early by the difference, and not before")
    void aheadEndsRetention() {
        RecordId id = Commands.freshId();
        Commands.completed(store, id, new byte[] {1});
        server.set(Commands.RETENTION.minusMinutes(1));
        assertThat(Commands.now(store.claim(Commands.claim(id)))).isInstanceOf(ClaimAnswer.Final.class);

        server.set(Commands.RETENTION.plusMinutes(1));
        ClaimAnswer again = Commands.now(store.claim(Commands.claim(id)));

        assertThat(again).isInstanceOf(ClaimAnswer.Granted.class);
        assertThat(((ClaimAnswer.Granted) again).sighting().record().attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "R12, R13: ahead, an answer that is saved before the store has heard of it is kept for its whole retention")
    void aheadUnheard() {
        server.set(Commands.RETENTION.multipliedBy(2));
        RecordId id = Commands.freshId();
        Commands.completed(store, id, new byte[] {1});
        assertThat(Commands.now(store.claim(Commands.claim(id))))
                .as("the record is dated by the clock as it was known, and so is the look")
                .isInstanceOf(ClaimAnswer.Final.class);

        Sighting seen = Commands.now(store.find(id)).orElseThrow();
        assertThat(Commands.now(store.claim(Commands.claim(id))))
                .as("by its own date it would have expired; Redis knows better")
                .isInstanceOf(ClaimAnswer.Final.class);

        assertThat(seen.retentionLeft()).isBetween(Commands.RETENTION.minusMinutes(2), Commands.RETENTION);
    }

    @Test
    @DisplayName("R12, R30: back, takeovers wait that much longer, and the owner renews and completes as before")
    void backDelaysTakeovers() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        server.set(Duration.ofHours(-1));

        ClaimAnswer met = Commands.now(store.claim(Commands.claim(claim.id())));

        assertThat(met).isInstanceOf(ClaimAnswer.InProgress.class);
        assertThat(((ClaimAnswer.InProgress) met).sighting().leaseLeft())
                .isBetween(Duration.ofHours(1), Duration.ofHours(1).plus(Commands.LEASE));
        assertThat(Commands.now(store.renew(List.of(Commands.renewal(claim))))).containsExactly(RenewAnswer.RENEWED);
        assertThat(Commands.now(store.finish(Commands.completes(claim, "paid"))))
                .isInstanceOf(FinishAnswer.Applied.class);
        assertThat(Commands.now(store.claim(Commands.claim(claim.id())))).isInstanceOf(ClaimAnswer.Final.class);
    }

    @Test
    @DisplayName("R12, R30: back, what is saved then loses no more than the step when the clock is right again")
    void backAndForth() {
        server.set(Duration.ofHours(-1));
        RecordId id = Commands.freshId();
        Commands.completed(store, id, new byte[] {1});
        KeyRecord saved = Commands.now(store.find(id)).orElseThrow().record();

        server.set(Duration.ZERO);
        Sighting seen = Commands.now(store.find(id)).orElseThrow();

        assertThat(Commands.now(store.claim(Commands.claim(id)))).isInstanceOf(ClaimAnswer.Final.class);
        assertThat(seen.record().expiresAt()).isEqualTo(saved.expiresAt());
        assertThat(seen.retentionLeft())
                .as("an hour of it has passed for the server")
                .isBetween(Commands.RETENTION.minusMinutes(62), Commands.RETENTION.minusMinutes(59));
    }
}
