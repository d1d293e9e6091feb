// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * An ending checks the fence in Java and writes afterwards. In the field a takeover slips in between, and is
 * overwritten by the attempt that it fenced out: two answers for one key.
 */
@Breaks("R1")
public final class FinishLooksThenWrites extends OpenStore {

    /** Both must still wait for the other when it comes, however late a busy machine lets it. */
    private final Rendezvous looked = new Rendezvous(Duration.ofSeconds(3));

    private final Rendezvous taken = new Rendezvous(Duration.ofSeconds(3));

    public FinishLooksThenWrites(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        KeyRecord seen = shelf.records().get(slot(claim.id()));
        boolean lapsed = seen != null && seen.lapsedAt(now());
        if (lapsed) {
            looked.hear(seen);
        }
        CompletionStage<ClaimAnswer> answer = super.claim(claim);
        if (lapsed) {
            taken.tell(seen);
        }
        return answer;
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        KeyRecord seen = shelf.records().get(slot(finish.id()));
        Decision<FinishAnswer> decision = onFinish(seen, finish, now());
        if (seen != null && decision.write() != null) {
            looked.tell(seen);
            taken.hear(seen);
            shelf.records().put(slot(finish.id()), decision.write());
        }
        return done(decision.answer());
    }
}
