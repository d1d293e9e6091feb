// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.Transitions;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Wrong: the age of a key is judged by the branch that inserts a record. An expired record that the purge has not come
 * to yet goes through the other branch, which takes the row over without a look at the key's age.
 *
 * <p>Harm: the operation asked that late retries be refused (R14), and they are, except between a record's expiry and
 * the next purge: a client that wakes up a minute after retention with its old key is charged again.
 */
public final class LateKeyStore extends PlainStore {

    public LateKeyStore(InstantSource clock) {
        super(clock);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return done(decide(claim.id(), (record, now) -> Transitions.onClaim(record, seenFor(record, claim), now)));
    }

    private static Claim seenFor(@Nullable KeyRecord record, Claim claim) {
        return record == null
                ? claim
                : new Claim(
                        claim.id(),
                        claim.fingerprint(),
                        claim.claimId(),
                        claim.lease(),
                        claim.maxDuration(),
                        claim.retention(),
                        claim.onDoubt(),
                        claim.rerunBelow(),
                        null);
    }
}
