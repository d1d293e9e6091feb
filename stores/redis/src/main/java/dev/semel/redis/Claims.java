// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.History;
import dev.semel.state.KeyAge;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import dev.semel.state.Transitions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Claims and looks. {@code SET … NX GET PX} decides about a new key and brings the record of a known one along, in one
 * trip (R1, R2). Where the record is in progress its expiry is asked, too, and where it may be taken over it must be
 * written: then a script decides, from the beginning and by itself.
 */
final class Claims {

    private final KeyNames names;
    private final Road road;
    private final Scripts scripts;
    private final ServerClock clock;
    private final Notices notices;
    private final Grants grants;

    Claims(KeyNames names, Road road, Scripts scripts, ServerClock clock, Notices notices, Grants grants) {
        this.names = names;
        this.road = road;
        this.scripts = scripts;
        this.clock = clock;
        this.notices = notices;
        this.grants = grants;
    }

    Answering<ClaimAnswer> claim(Claim claim) {
        byte[] key = names.of(claim.id());
        return claim.keyAge() == null ? natively(key, claim) : byScript(key, claim);
    }

    CompletableFuture<Optional<Sighting>> find(RecordId id) {
        return scripts.run(road, Script.FIND, names.of(id)).thenApply(reply -> {
            Optional<Sighting> seen = reply.sighting(id);
            if (seen.isPresent() && seen.get().leaseLive()) {
                notices.await();
            }
            return seen;
        });
    }

    private Answering<ClaimAnswer> natively(byte[] key, Claim claim) {
        long nanos = System.nanoTime();
        if (clock.isToBeAsked(nanos)) {
            // Nothing but replays for a while: any script brings the time along.
            return byScript(key, claim);
        }
        long now = clock.millis(nanos);
        NativeClaim answer = new NativeClaim(key, claim, now, RecordBytes.firstAttempt(claim, now));
        long expires = Millis.of(claim.lease()) + Millis.of(claim.retention());
        road.send(Request.setIfNew(key, answer.first, expires), answer);
        return answer;
    }

    private Answering<ClaimAnswer> byScript(byte[] key, Claim claim) {
        KeyAge age = claim.keyAge();
        Answering<ClaimAnswer> answer = new Answering<>();
        answer.follow(scripts.run(
                        road,
                        Script.CLAIM,
                        key,
                        RecordBytes.claimId(claim.claimId()),
                        claim.fingerprint().toBytes(),
                        Words.of(Millis.of(claim.lease())),
                        Words.of(Millis.of(claim.retention())),
                        Words.of(claim.onDoubt()),
                        Words.of(claim.rerunBelow()),
                        age == null ? Words.NOTHING : Words.of(age.born().toEpochMilli()),
                        age == null ? Words.NOTHING : Words.of(Millis.of(age.limit())))
                .thenApply(reply -> heeded(Wording.claim(claim, reply))));
        return answer;
    }

    /** Whoever finds an attempt in progress may wait for its end. */
    private ClaimAnswer heeded(ClaimAnswer answer) {
        if (answer instanceof ClaimAnswer.InProgress) {
            notices.await();
        }
        return answer;
    }

    private ClaimAnswer granted(Claim claim, byte[] key, byte[] written, long now) {
        long leaseUntil = now + Millis.of(claim.lease());
        KeyRecord record = new KeyRecord(
                claim.id(),
                State.IN_PROGRESS,
                claim.fingerprint(),
                1,
                claim.claimId(),
                Reason.FIRST,
                null,
                Millis.instant(now),
                Millis.instant(leaseUntil),
                Millis.instant(leaseUntil + Millis.of(claim.retention())),
                History.NONE);
        grants.add(record, key, written);
        return new ClaimAnswer.Granted(new Sighting(record, Millis.instant(now)));
    }

    /** What becomes of a {@code SET … NX GET PX}. */
    private final class NativeClaim extends Asking<byte[], ClaimAnswer> {

        private final byte[] key;
        private final Claim claim;
        private final long now;
        private final byte[] first;

        NativeClaim(byte[] key, Claim claim, long now, byte[] first) {
            this.key = key;
            this.claim = claim;
            this.now = now;
            this.first = first;
        }

        @Override
        void onReply(byte @Nullable [] met) {
            if (met == null) {
                complete(granted(claim, key, first, now));
            } else if (RecordBytes.state(met) == State.IN_PROGRESS) {
                follow(byScript(key, claim));
            } else {
                onMeeting(RecordBytes.read(claim.id(), met));
            }
        }

        private void onMeeting(KeyRecord record) {
            Decision<ClaimAnswer> decision = Transitions.onClaim(record, claim, Millis.instant(clock.millis()));
            if (decision.write() == null) {
                complete(decision.answer());
            } else {
                follow(byScript(key, claim));
            }
        }

        @Override
        void onFailure(Throwable failure) {
            if (Failures.isFull(failure)) {
                // It refuses SET whatever it would do; the script still answers whoever would not write.
                follow(byScript(key, claim));
            } else {
                fail(failure);
            }
        }
    }
}
