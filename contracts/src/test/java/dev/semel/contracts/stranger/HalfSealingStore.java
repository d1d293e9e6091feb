// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.spi.IdempotencyStore;
import dev.semel.state.FinishAnswer;
import dev.semel.state.FinishAnswer.Applied;

/**
 * A decorator that keeps saved bytes unreadable at rest. Wrong: it opens them in what a claim, a look-up and an applied
 * finish bring back, and not in the record that a refused finish is shown. (The first draft opened nothing that a finish
 * brings back; the kit caught that by what waiters in the same process are given, and not by the harm below.)
 *
 * <p>Harm: replays are right, so every test of replays passes. The attempt that was fenced out while its successor
 * completed gives its caller what a loser gets (R10), from the record that its own finish brought back: ciphertext with
 * a 200.
 */
public final class HalfSealingStore extends SealingStore {

    public HalfSealingStore(IdempotencyStore inner) {
        super(inner);
    }

    @Override
    FinishAnswer opened(FinishAnswer answer) {
        return answer instanceof Applied ? super.opened(answer) : answer;
    }
}
