// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

/** How a request ended, as the meters count it. */
enum Outcome {
    /** It was not protected, and the upstream's answer left. */
    PASSED(0, "passed"),
    /** It was protected, and the upstream's answer to this very request left. */
    RAN(1, "ran"),
    /** A saved answer left. */
    REPLAYED(2, "replayed"),
    /** The gateway answered by itself, and nothing was sent to the upstream. */
    REFUSED(3, "refused"),
    /** The gateway answered by itself, since the upstream did not. */
    UPSTREAM_FAILED(4, "upstream-failed"),
    /** The connection ended before the whole answer had left: the client went away, or the upstream broke off. */
    BROKEN(5, "broken");

    private final int number;
    private final String word;

    Outcome(int number, String word) {
        this.number = number;
        this.word = word;
    }

    /** Its place in a list of all. */
    int number() {
        return number;
    }

    /** As a tag. */
    String word() {
        return word;
    }
}
