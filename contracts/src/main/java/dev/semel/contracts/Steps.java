// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.contracts.Step.Age;
import dev.semel.contracts.Step.Author;
import dev.semel.state.Ending;
import dev.semel.state.OnDoubt;
import dev.semel.state.Settle;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Random sequences of steps, rich in what goes wrong: claims sent again, writers that lost their fence, lapses. */
final class Steps {

    private static final int LONGEST = 40;

    private Steps() {}

    static Arbitrary<List<Step>> sequences() {
        Arbitrary<Step> step = Arbitraries.frequencyOf(
                Tuple.of(34, claiming()),
                Tuple.of(26, finishing()),
                Tuple.of(10, renewing()),
                Tuple.of(6, abandoning()),
                Tuple.of(8, settling()),
                Tuple.of(14, elapsing()),
                Tuple.of(2, purging()));
        return step.list().ofMinSize(1).ofMaxSize(LONGEST).withSizeDistribution(RandomDistribution.uniform());
    }

    private static Arbitrary<Step> claiming() {
        Arbitrary<Integer> payload = Arbitraries.frequency(Tuple.of(9, 0), Tuple.of(1, 1));
        Arbitrary<Integer> rerunBelow = Arbitraries.frequency(Tuple.of(4, 0), Tuple.of(1, 1), Tuple.of(2, 2));
        Arbitrary<Age> age =
                Arbitraries.frequency(Tuple.of(8, Age.UNASKED), Tuple.of(1, Age.YOUNG), Tuple.of(1, Age.OLD));
        return Combinators.combine(key(), claimant(), payload, onDoubt(), rerunBelow, age)
                .as(Step.Claiming::new);
    }

    private static Arbitrary<Step> finishing() {
        Arbitrary<Ending> save = Combinators.combine(
                        Arbitraries.of(true, false), Arbitraries.integers().between(0, 4), Arbitraries.of(0, 1, 2))
                .as((success, answer, version) -> new Ending.Save(success, Step.answer(answer), version));
        Arbitrary<Ending> ending = Arbitraries.frequencyOf(
                Tuple.of(4, save),
                Tuple.of(2, Arbitraries.of(false, false, true).map(Ending.Release::new)),
                Tuple.of(2, Arbitraries.just(new Ending.Doubt())));
        return Combinators.combine(key(), author(), ending, onDoubt()).as(Step.Finishing::new);
    }

    private static Arbitrary<Step> renewing() {
        Arbitrary<Step.Lease> lease = Combinators.combine(key(), author()).as(Step.Lease::new);
        return lease.list().ofMaxSize(4).map(Step.Renewing::new);
    }

    private static Arbitrary<Step> abandoning() {
        return Combinators.combine(key(), author()).as(Step.Abandoning::new);
    }

    private static Arbitrary<Step> settling() {
        Arbitrary<Settle.Verdict> verdict = Arbitraries.of(
                new Settle.Verdict.DidNotHappen(),
                new Settle.Verdict.Rerun(),
                new Settle.Verdict.Happened(true, Step.answer(8), 1),
                new Settle.Verdict.Happened(false, Step.answer(9), 2));
        return Combinators.combine(key(), author(), Arbitraries.of(0, 1), verdict)
                .as(Step.Settling::new);
    }

    private static Arbitrary<Step> elapsing() {
        return Arbitraries.frequency(
                        Tuple.of(6, 10),
                        Tuple.of(6, 20),
                        Tuple.of(6, 40),
                        Tuple.of(4, 70),
                        Tuple.of(3, 130),
                        Tuple.of(2, 190),
                        Tuple.of(1, 1_500),
                        Tuple.of(1, 43_200))
                .map(minutes -> new Step.Elapsing(Duration.ofMinutes(minutes)));
    }

    private static Arbitrary<Step> purging() {
        return Arbitraries.of(1, 2, 100).map(Step.Purging::new);
    }

    private static Arbitrary<Integer> key() {
        return Arbitraries.frequency(Tuple.of(6, 0), Tuple.of(3, 1), Tuple.of(1, 2));
    }

    private static Arbitrary<Integer> claimant() {
        return Arbitraries.of(0, 1, 2, 3);
    }

    private static Arbitrary<OnDoubt> onDoubt() {
        return Arbitraries.frequency(Tuple.of(2, OnDoubt.TAKE), Tuple.of(1, OnDoubt.HOLD));
    }

    private static Arbitrary<Author> author() {
        Arbitrary<Author.Kind> kind = Arbitraries.frequency(
                Tuple.of(7, Author.Kind.CURRENT),
                Tuple.of(1, Author.Kind.EARLIER_ATTEMPT),
                Tuple.of(1, Author.Kind.LATER_ATTEMPT),
                Tuple.of(2, Author.Kind.ANYBODY));
        return Combinators.combine(kind, claimant()).as(Author::new);
    }
}
