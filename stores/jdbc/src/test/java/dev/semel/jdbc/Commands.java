// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Renewal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Commands of one payload, on records that no other test uses. */
final class Commands {

    static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final AtomicLong SEQUENCE = new AtomicLong();

    private Commands() {}

    static RecordId record() {
        return record("acme");
    }

    static RecordId record(String tenant) {
        return new RecordId(
                new Tenant(tenant),
                "orders.create",
                new IdempotencyKey(UUID.randomUUID().toString()));
    }

    static Claim claim(RecordId id) {
        ClaimId own = new ClaimId(UUID.randomUUID().getMostSignificantBits(), SEQUENCE.incrementAndGet());
        return new Claim(
                id, Fingerprint.of("an order"), own, LEASE, Duration.ofMinutes(5), RETENTION, OnDoubt.TAKE, 0, null);
    }

    static Finish save(Claim claim, String words) {
        return save(claim, words.getBytes(StandardCharsets.UTF_8));
    }

    static Finish save(Claim claim, byte[] body) {
        Ending ending = new Ending.Save(true, Saved.of("text/plain", body), 0);
        return new Finish(claim.id(), 1, claim.claimId(), ending, RETENTION, OnDoubt.TAKE);
    }

    static Renewal renewal(Claim claim) {
        return new Renewal(claim.id(), 1, claim.claimId(), LEASE, RETENTION);
    }
}
