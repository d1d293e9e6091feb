// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Every answer of another version is run again, a newer one too. In the field two versions of a service undo each
 * other's answers for the length of a rolling deploy.
 */
@Breaks("R20")
public final class NewerVersionRunsAgain extends OpenStore {

    public NewerVersionRunsAgain(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        KeyRecord present = present(record, now);
        boolean other = present != null
                && present.state().isFinal()
                && claim.rerunBelow() > 0
                && present.answer() != null
                && present.answer().schemaVersion() > claim.rerunBelow();
        Claim again = new Claim(
                claim.id(),
                claim.fingerprint(),
                claim.claimId(),
                claim.lease(),
                claim.maxDuration(),
                claim.retention(),
                claim.onDoubt(),
                Integer.MAX_VALUE,
                claim.keyAge());
        return super.onClaim(record, other ? again : claim, now);
    }
}
