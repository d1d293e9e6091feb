// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import java.util.concurrent.CompletionStage;

/**
 * A key is deleted once its answer was replayed. In the field the third retry runs again.
 */
@Breaks("R13")
public final class UseForgetsTheKey extends OpenStore {

    public UseForgetsTheKey(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        CompletionStage<ClaimAnswer> answer = super.claim(claim);
        answer.thenAccept(given -> {
            if (given instanceof ClaimAnswer.Final) {
                shelf.records().remove(slot(claim.id()));
            }
        });
        return answer;
    }
}
