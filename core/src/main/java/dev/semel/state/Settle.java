// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.InvalidValueException;
import dev.semel.Saved;
import java.time.Duration;

/**
 * Somebody's decision about a record whose last attempt lapsed or ended in doubt. It is fenced like any other write:
 * it holds only for the attempt that was looked at, and the attempt cannot write after it.
 *
 * @param id whose record
 * @param attempt the attempt that was looked at
 * @param claimId that attempt's claim
 * @param settlementId this settlement's own claim id: sent again, it recognises itself
 * @param verdict what was decided
 * @param who who decided
 * @param why for what reason
 * @param retention how long the record is kept from now on
 */
public record Settle(
        RecordId id,
        int attempt,
        ClaimId claimId,
        ClaimId settlementId,
        Verdict verdict,
        String who,
        String why,
        Duration retention) {

    private static final int LONGEST_WHO = 200;
    private static final int LONGEST_WHY = 1_000;

    public Settle {
        requireWords("who decided", who, LONGEST_WHO);
        requireWords("why", why, LONGEST_WHY);
        if (who.indexOf('\0') >= 0 || why.indexOf('\0') >= 0) {
            throw new InvalidValueException("a settlement's words are text without NUL, which some stores cannot keep");
        }
        if (!isWellFormed(who) || !isWellFormed(why)) {
            throw new InvalidValueException("a settlement's words are well-formed text: lone surrogates are kept by no"
                    + " store that keeps UTF-8");
        }
        if (settlementId.equals(claimId)) {
            throw new InvalidValueException(
                    "a settlement needs a claim id of its own, else the attempt could write" + " after it");
        }
        Claim.requirePositive(retention, "retention");
    }

    private static void requireWords(String what, String words, int longest) {
        if (words.isBlank() || words.length() > longest) {
            throw new InvalidValueException("a settlement says " + what + ", in 1 to " + longest
                    + " characters; here it is " + (words.isBlank() ? "blank" : words.length() + " characters"));
        }
    }

    /** Text that is not would come back as other text: the history says who settled and why, word for word (R3). */
    private static boolean isWellFormed(String text) {
        // In pairs surrogates are one code point, which is none of theirs.
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    /** What was decided. */
    public sealed interface Verdict {

        /**
         * The work happened, and this is its answer.
         *
         * @param success whether it is a success or a known failure
         * @param saved what every later caller gets
         * @param schemaVersion the version of its shape
         */
        record Happened(boolean success, Saved saved, int schemaVersion) implements Verdict {

            public Happened {
                Answer.requireVersion(schemaVersion);
            }
        }

        /** The work did not happen: the key is free. */
        record DidNotHappen() implements Verdict {}

        /** Nobody knows, and it may run again: the key is free. */
        record Rerun() implements Verdict {}
    }
}
