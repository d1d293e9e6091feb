// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.RedisProcess;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.FinishAnswer;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What was written for a new key")
class GrantsTest {

    private RedisProcess server;
    private Raw raw;
    private RedisStore store;

    @BeforeEach
    void open() {
        server = RedisProcess.start();
        raw = new Raw(server.uri());
        store = RedisStore.at(server.uri()).callLimit(Duration.ofSeconds(30)).build();
    }

    @AfterEach
    void close() {
        store.close();
        raw.close();
        server.close();
    }

    @Test
    @DisplayName("R2: lets its answer be saved by one comparison and one write, without asking for the time")
    void shortWay() {
        long asked = raw.calls("time");
        long read = raw.calls("get");
        long wrote = raw.calls("set");

        Commands.completed(store, Commands.freshId(), new byte[1024]);

        assertThat(raw.calls("time") - asked).isZero();
        assertThat(raw.calls("get") - read).isEqualTo(1);
        assertThat(raw.calls("set") - wrote).as("claim and answer").isEqualTo(2);
    }

    @Test
    @DisplayName("R12, R13: and how long the answer is kept, is counted by Redis; the record says the same")
    void expiry() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        FinishAnswer answer = Commands.now(store.finish(Commands.completes(claim, "paid")));

        long kept = raw.commands().pexpiretime(new KeyNames(KeyNames.DEFAULT).of(claim.id()));
        KeyRecord told = ((FinishAnswer.Applied) answer).sighting().record();
        KeyRecord seen = Commands.now(store.find(claim.id())).orElseThrow().record();

        assertThat(seen.expiresAt()).isEqualTo(Instant.ofEpochMilli(kept));
        assertThat(Duration.between(seen.expiresAt(), told.expiresAt()).abs()).isLessThan(Duration.ofSeconds(5));
        assertThat(told.answer()).isEqualTo(seen.answer());
        assertThat(told.leaseUntil()).isEqualTo(seen.leaseUntil());
    }

    @Test
    @DisplayName("R9: stays known through renewals, and the ended record tells when the renewed lease would have ended")
    void renewed() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        Renewal longer = new Renewal(claim.id(), 1, claim.claimId(), Duration.ofMinutes(5), Commands.RETENTION);
        assertThat(Commands.now(store.renew(List.of(longer)))).containsExactly(RenewAnswer.RENEWED);
        long asked = raw.calls("time");

        FinishAnswer answer = Commands.now(store.finish(Commands.completes(claim, "paid")));

        KeyRecord record = ((FinishAnswer.Applied) answer).sighting().record();
        assertThat(raw.calls("time") - asked).as("the short way was taken").isZero();
        assertThat(Duration.between(record.createdAt(), record.leaseUntil()))
                .isBetween(Duration.ofSeconds(295), Duration.ofSeconds(400));
    }

    @Test
    @DisplayName("R10: and has changed since, by a renewal with another retention, is no reason to lose the answer")
    void changed() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        Renewal other = new Renewal(claim.id(), 1, claim.claimId(), Commands.LEASE, Duration.ofDays(2));
        Commands.now(store.renew(List.of(other)));

        assertThat(Commands.now(store.finish(Commands.completes(claim, "paid"))))
                .isInstanceOf(FinishAnswer.Applied.class);
        assertThat(Commands.now(store.claim(Commands.claim(claim.id())))).isInstanceOf(ClaimAnswer.Final.class);
    }

    @Test
    @DisplayName("R10: by another store is unknown here, and the answer is saved all the same")
    void elsewhere() {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        try (RedisStore another = Commands.patient(server.uri())) {
            assertThat(Commands.now(another.finish(Commands.completes(claim, "paid"))))
                    .isInstanceOf(FinishAnswer.Applied.class);
        }
        assertThat(Commands.now(store.finish(Commands.completes(claim, "again"))))
                .as("the record is not as it was written any more")
                .isInstanceOf(FinishAnswer.AlreadyEnded.class);
    }

    @Test
    @DisplayName("R29: is kept in a bounded place: a later claim may take it, and nobody gets another claim's")
    void bounded() {
        Grants grants = new Grants();
        KeyRecord first = granted(new ClaimId(7, 1));
        KeyRecord sharer = granted(new ClaimId(7, 1 + (1 << 14)));
        grants.add(first, new byte[] {1}, new byte[] {1});
        assertThat(grants.take(sharer.claimId())).isNull();

        grants.add(sharer, new byte[] {2}, new byte[] {2});

        assertThat(grants.take(first.claimId())).as("its place was taken").isNull();
        assertThat(grants.take(sharer.claimId()).written()).containsExactly(2);
        assertThat(grants.take(sharer.claimId())).as("it ends once").isNull();
    }

    private static KeyRecord granted(ClaimId claimId) {
        Instant now = Instant.EPOCH;
        return new KeyRecord(
                Commands.freshId(),
                State.IN_PROGRESS,
                Commands.FINGERPRINT,
                1,
                claimId,
                Reason.FIRST,
                null,
                now,
                now.plus(Commands.LEASE),
                now.plus(Commands.RETENTION),
                History.NONE);
    }
}
