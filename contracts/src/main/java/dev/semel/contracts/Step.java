// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.Saved;
import dev.semel.state.Ending;
import dev.semel.state.OnDoubt;
import dev.semel.state.Settle;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One step of a random sequence, in small numbers: key 0 to 2, claimant 0 to 3. What they stand for is decided when the
 * step is taken, so that a sequence can be shortened and still makes sense.
 */
sealed interface Step {

    /** The keys that the step is about; none when it is about all of them. */
    default Set<Integer> keys() {
        return Set.of();
    }

    /** A claimant asks for a key. */
    record Claiming(int key, int claimant, int payload, OnDoubt onDoubt, int rerunBelow, Age age) implements Step {
        @Override
        public Set<Integer> keys() {
            return Set.of(key);
        }
    }

    /** An attempt ends. */
    record Finishing(int key, Author author, Ending ending, OnDoubt onDoubt) implements Step {
        @Override
        public Set<Integer> keys() {
            return Set.of(key);
        }
    }

    /** Some attempts renew their leases in one batch. */
    record Renewing(List<Lease> leases) implements Step {
        @Override
        public Set<Integer> keys() {
            return leases.stream().map(Lease::key).collect(Collectors.toUnmodifiableSet());
        }
    }

    /** Somebody gives a claim up that nobody got an answer to. */
    record Abandoning(int key, Author author) implements Step {
        @Override
        public Set<Integer> keys() {
            return Set.of(key);
        }
    }

    /** Somebody settles a record; the same number is the same settlement sent again. */
    record Settling(int key, Author author, int settlement, Settle.Verdict verdict) implements Step {
        @Override
        public Set<Integer> keys() {
            return Set.of(key);
        }
    }

    /** Time passes. */
    record Elapsing(Duration duration) implements Step {}

    /** Expired records are removed. */
    record Purging(int limit) implements Step {}

    /** How old the key says it is. */
    enum Age {
        UNASKED,
        YOUNG,
        OLD
    }

    /** Who writes: the current attempt, or one that only looks like it. */
    record Author(Kind kind, int claimant) {
        enum Kind {
            /** The current attempt and its claim. */
            CURRENT,
            /** The current claim at the attempt before. */
            EARLIER_ATTEMPT,
            /** The current claim at the attempt to come. */
            LATER_ATTEMPT,
            /** Any claimant at the current attempt. */
            ANYBODY
        }
    }

    /** Whose lease of which key. */
    record Lease(int key, Author author) {}

    /** An answer that is told from others by its number. */
    static Saved answer(int number) {
        return number == 0 ? Saved.omitted("text/plain") : Attempt.text("answer " + number);
    }
}
