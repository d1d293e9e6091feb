// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Outcome;
import dev.semel.Saved;

/** What is saved of an answer, and as what. */
final class Snapshots {

    private static final System.Logger LOG = System.getLogger("dev.semel");
    private static final int FAILURES = 400;

    private Snapshots() {}

    /** What an answer says about the work, with the headers that are kept; without its bytes when they are too many (R19). */
    static Outcome outcome(HttpAnswer own, HttpPolicy policy) {
        return switch (policy.outcomes().of(own.status())) {
            case SAVE -> savedOrNotKept(own, policy);
            case RELEASE -> Outcome.released();
            case DOUBT -> Outcome.inDoubt();
        };
    }

    /** Whatever goes wrong with saving it: the answer was given, and so it is never made again. */
    private static Outcome savedOrNotKept(HttpAnswer own, HttpPolicy policy) {
        try {
            return saved(own, policy);
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "an answer could not be saved, and is remembered without its content: {0}",
                    e.getClass().getName());
            return notKept(own.status(), policy);
        }
    }

    /** The same for an answer that cannot be kept: it is known to have been given, and is never made again. */
    static Outcome notKept(int status, HttpPolicy policy) {
        return switch (policy.outcomes().of(status)) {
            case SAVE -> known(status, HttpSnapshot.omitted(status));
            case RELEASE -> Outcome.released();
            case DOUBT -> Outcome.inDoubt();
        };
    }

    /** Saves the answer, whatever its status says. */
    static Outcome saved(HttpAnswer own, HttpPolicy policy) {
        Headers kept = policy.keptHeaders().of(own.headers());
        Saved saved = HttpSnapshot.codec().save(HttpAnswer.owning(own.status(), kept, own.array()));
        boolean tooLarge = saved.size() > policy.operation().answerLimit();
        return known(own.status(), tooLarge ? HttpSnapshot.omitted(own.status()) : saved);
    }

    /** A saved 4xx or 500 is a known failure (R4). */
    private static Outcome known(int status, Saved saved) {
        return status < FAILURES ? Outcome.completed(saved) : Outcome.failed(saved);
    }
}
