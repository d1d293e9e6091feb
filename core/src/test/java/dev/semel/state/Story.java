// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One record and its clock, for tests that tell a story: a store of a single key, driven by hand. */
final class Story {

    static final RecordId ID = new RecordId(new Tenant("t"), "charges.create", new IdempotencyKey("k"));
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration MAX_DURATION = Duration.ofMinutes(10);
    static final Duration RETENTION = Duration.ofHours(24);

    private @Nullable KeyRecord record;
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    void lapse() {
        pass(LEASE);
    }

    KeyRecord record() {
        return Objects.requireNonNull(record);
    }

    ClaimAnswer claim(long claim) {
        return claim(claim, OnDoubt.TAKE, 0);
    }

    ClaimAnswer claim(long claim, OnDoubt onDoubt, int rerunBelow) {
        return claim(new Claim(
                ID,
                Fingerprint.of("payload"),
                new ClaimId(0, claim),
                LEASE,
                MAX_DURATION,
                RETENTION,
                onDoubt,
                rerunBelow,
                null));
    }

    ClaimAnswer claim(Claim claim) {
        return keep(Transitions.onClaim(record, claim, now));
    }

    FinishAnswer finish(int attempt, long claim, Ending ending) {
        Finish finish = new Finish(ID, attempt, new ClaimId(0, claim), ending, RETENTION, OnDoubt.TAKE);
        return keep(Transitions.onFinish(record, finish, now));
    }

    FinishAnswer save(int attempt, long claim, int version) {
        return finish(attempt, claim, new Ending.Save(true, saved(version), version));
    }

    RenewAnswer renew(int attempt, long claim) {
        return keep(
                Transitions.onRenew(record, new Renewal(ID, attempt, new ClaimId(0, claim), LEASE, RETENTION), now));
    }

    boolean abandon(long claim) {
        return keep(Transitions.onAbandon(record, new Abandon(ID, new ClaimId(0, claim)), now));
    }

    SettleAnswer settle(int attempt, long claim, Settle.Verdict verdict) {
        Settle settle = new Settle(
                ID, attempt, new ClaimId(0, claim), new ClaimId(1, attempt), verdict, "ann", "bank", RETENTION);
        return keep(Transitions.onSettle(record, settle, now));
    }

    static Saved saved(int content) {
        return Saved.of("text/plain", new byte[] {(byte) content});
    }

    private <A> A keep(Decision<A> decision) {
        record = decision.after(record).orElse(null);
        return decision.answer();
    }
}
