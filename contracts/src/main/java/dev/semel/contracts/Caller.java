// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Abandon;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyAge;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who wants to run a key, with a claim of its own. To send it twice is to retry after a lost answer; a
 * {@link #rival()} is somebody else.
 */
record Caller(IdempotencyStore store, Claim claim) {

    static final Duration LEASE = Duration.ofMinutes(10);
    static final Duration RETENTION = Duration.ofHours(24);
    static final Fingerprint PAYLOAD = Fingerprint.of("POST", "/charges", "{\"amount\":100}");
    static final Fingerprint OTHER_PAYLOAD = Fingerprint.of("POST", "/charges", "{\"amount\":999}");

    /** A caller with a lease of ten minutes, without renewals, that may take over what is doubtful. */
    static Caller of(IdempotencyStore store, RecordId id) {
        return new Caller(store, new Claim(id, PAYLOAD, Ids.claim(), LEASE, LEASE, RETENTION, OnDoubt.TAKE, 0, null));
    }

    /** Somebody else with the same intent. */
    Caller rival() {
        return named(Ids.claim());
    }

    Caller named(ClaimId claimId) {
        return new Caller(
                store,
                new Claim(
                        claim.id(),
                        claim.fingerprint(),
                        claimId,
                        claim.lease(),
                        claim.maxDuration(),
                        claim.retention(),
                        claim.onDoubt(),
                        claim.rerunBelow(),
                        claim.keyAge()));
    }

    Caller through(IdempotencyStore other) {
        return new Caller(other, claim);
    }

    Caller asking(Fingerprint fingerprint) {
        return with(fingerprint, claim.lease(), claim.maxDuration(), claim.retention());
    }

    Caller leasing(Duration lease, Duration maxDuration) {
        return with(claim.fingerprint(), lease, maxDuration, claim.retention());
    }

    Caller keeping(Duration retention) {
        return with(claim.fingerprint(), claim.lease(), claim.maxDuration(), retention);
    }

    private Caller with(Fingerprint fingerprint, Duration lease, Duration maxDuration, Duration retention) {
        return new Caller(
                store,
                new Claim(
                        claim.id(),
                        fingerprint,
                        claim.claimId(),
                        lease,
                        maxDuration,
                        retention,
                        claim.onDoubt(),
                        claim.rerunBelow(),
                        claim.keyAge()));
    }

    Caller onHold() {
        return choosing(OnDoubt.HOLD, claim.rerunBelow());
    }

    Caller rerunningBelow(int version) {
        return choosing(claim.onDoubt(), version);
    }

    private Caller choosing(OnDoubt onDoubt, int rerunBelow) {
        return new Caller(
                store,
                new Claim(
                        claim.id(),
                        claim.fingerprint(),
                        claim.claimId(),
                        claim.lease(),
                        claim.maxDuration(),
                        claim.retention(),
                        onDoubt,
                        rerunBelow,
                        claim.keyAge()));
    }

    Caller born(Instant born, Duration limit) {
        return new Caller(
                store,
                new Claim(
                        claim.id(),
                        claim.fingerprint(),
                        claim.claimId(),
                        claim.lease(),
                        claim.maxDuration(),
                        claim.retention(),
                        claim.onDoubt(),
                        claim.rerunBelow(),
                        new KeyAge(born, limit)));
    }

    RecordId id() {
        return claim.id();
    }

    /** Sends the claim and gives the answer as it is. */
    ClaimAnswer claims() {
        return Await.answer(store.claim(claim));
    }

    /** Sends the claim, which must be granted. */
    Attempt runs() {
        return new Attempt(this, expected(ClaimAnswer.Granted.class).sighting());
    }

    Sighting conflicts() {
        return expected(ClaimAnswer.InProgress.class).sighting();
    }

    Answer replays() {
        return expected(ClaimAnswer.Final.class).answer();
    }

    Sighting mismatches() {
        return expected(ClaimAnswer.Mismatch.class).sighting();
    }

    Sighting isHeld() {
        return expected(ClaimAnswer.Held.class).sighting();
    }

    Sighting isSpent() {
        return expected(ClaimAnswer.Spent.class).sighting();
    }

    void isTooOld() {
        expected(ClaimAnswer.KeyTooOld.class);
    }

    boolean abandons() {
        return Await.answer(store.abandon(new Abandon(claim.id(), claim.claimId())));
    }

    Optional<Sighting> finds() {
        return Await.answer(store.find(claim.id()));
    }

    /** The record, which must be there. */
    Sighting sees() {
        Optional<Sighting> found = finds();
        assertThat(found).as("the record of a key in use").isPresent();
        return found.orElseThrow();
    }

    private <A extends ClaimAnswer> A expected(Class<A> kind) {
        ClaimAnswer answer = claims();
        assertThat(answer).as("the answer to a claim").isInstanceOf(kind);
        return kind.cast(answer);
    }
}
