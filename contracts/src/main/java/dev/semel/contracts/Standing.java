// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.state.Ending;

/** Where a record can stand when somebody else comes along. */
enum Standing {
    RUNNING("in progress"),
    LAPSED("whose lease lapsed"),
    DOUBTFUL("in doubt"),
    COMPLETED("that is completed"),
    FAILED("that has failed"),
    RELEASED("that was released"),
    RERUNNING("whose older answer is run again");

    private final String words;

    Standing(String words) {
        this.words = words;
    }

    /** Brings the caller's key there and gives its last attempt. */
    Attempt arrange(Caller caller, StoreHarness harness) {
        Attempt attempt = caller.runs();
        switch (this) {
            case RUNNING -> {}
            case LAPSED -> harness.elapse(caller.claim().lease().plusMinutes(1));
            case DOUBTFUL -> attempt.reaches(Attempt.DOUBT);
            case COMPLETED -> attempt.reaches(Attempt.SUCCESS);
            case FAILED -> attempt.reaches(new Ending.Save(false, Attempt.text("{\"error\":\"declined\"}"), 1));
            case RELEASED -> attempt.reaches(Attempt.RELEASE);
            case RERUNNING -> {
                attempt.reaches(Attempt.SUCCESS);
                return caller.rival().rerunningBelow(2).runs();
            }
        }
        return attempt;
    }

    /** Reads as the end of a sentence about "a record". */
    @Override
    public String toString() {
        return words;
    }
}
