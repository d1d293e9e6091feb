// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Saved;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the winner of a claim holds: everything it may do to the record goes through it, under the fence. */
record Attempt(Caller caller, Sighting sighting) {

    static final Saved ANSWER = text("{\"charge\":\"ch_1\"}");
    static final Ending SUCCESS = new Ending.Save(true, ANSWER, 1);
    static final Ending RELEASE = new Ending.Release(false);
    static final Ending DOUBT = new Ending.Doubt();

    static Saved text(String body) {
        return Saved.of("application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    int number() {
        return record().attempt();
    }

    KeyRecord record() {
        return sighting.record();
    }

    /** The same attempt through another client of the store. */
    Attempt through(IdempotencyStore other) {
        return new Attempt(caller.through(other), sighting);
    }

    /** The same claim under another attempt number: what a wrong fence would let through. */
    Finish finishNumbered(int number, Ending ending) {
        Claim claim = caller.claim();
        return new Finish(claim.id(), number, claim.claimId(), ending, claim.retention(), claim.onDoubt());
    }

    /** Ends in the way its caller's operation ends. */
    FinishAnswer ends(Ending ending) {
        return sends(finishNumbered(number(), ending));
    }

    FinishAnswer sends(Finish finish) {
        return Await.answer(caller.store().finish(finish));
    }

    /** Ends in doubt under HOLD, whatever its claim said. */
    Sighting endsInHeldDoubt() {
        Claim claim = caller.claim();
        return applied(
                sends(new Finish(claim.id(), number(), claim.claimId(), DOUBT, claim.retention(), OnDoubt.HOLD)));
    }

    /** Ends, and this must count. */
    Sighting reaches(Ending ending) {
        return applied(ends(ending));
    }

    Sighting completes() {
        return reaches(SUCCESS);
    }

    Sighting completes(Saved answer) {
        return reaches(new Ending.Save(true, answer, 1));
    }

    Sighting completes(Saved answer, int schemaVersion) {
        return reaches(new Ending.Save(true, answer, schemaVersion));
    }

    /** Ends, and this must change nothing since the attempt is not the current one. */
    void isFencedOut(Ending ending) {
        assertThat(ends(ending))
                .as("%s of an attempt that lost its fence", ending)
                .isInstanceOf(FinishAnswer.Fenced.class);
    }

    /** Ends in vain, and is shown the record that is in its way. */
    Sighting isFencedOutBy(Ending ending) {
        FinishAnswer answer = ends(ending);
        if (answer instanceof FinishAnswer.Fenced fenced && fenced.sighting() != null) {
            return fenced.sighting();
        }
        throw new AssertionError("a fenced-out attempt should be shown the record in its way, not " + answer);
    }

    /** Ends, and this must change nothing since the attempt has ended before. */
    FinishAnswer.AlreadyEnded hasEndedBefore(Ending ending) {
        FinishAnswer answer = ends(ending);
        assertThat(answer).as("%s of an attempt that has ended", ending).isInstanceOf(FinishAnswer.AlreadyEnded.class);
        return (FinishAnswer.AlreadyEnded) answer;
    }

    RenewAnswer renews() {
        List<RenewAnswer> answers = Await.answer(caller.store().renew(List.of(renewal())));
        assertThat(answers).as("one answer for one lease").hasSize(1);
        return answers.get(0);
    }

    Renewal renewal() {
        Claim claim = caller.claim();
        return new Renewal(claim.id(), number(), claim.claimId(), claim.lease(), claim.retention());
    }

    static Sighting applied(FinishAnswer answer) {
        assertThat(answer).as("the ending of the current attempt").isInstanceOf(FinishAnswer.Applied.class);
        return ((FinishAnswer.Applied) answer).sighting();
    }
}
