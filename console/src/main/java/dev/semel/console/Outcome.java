// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

/** What is counted. */
enum Outcome {
    NEW("new"),
    REPLAYED("replayed"),
    CONFLICT("conflict"),
    MISMATCH("mismatch"),
    IN_DOUBT("inDoubt"),
    HELD("held"),
    TAKEN_OVER("takenOver"),
    UNAVAILABLE("unavailable"),
    UNPROTECTED("unprotected"),
    EXPIRED_KEY("expiredKey"),
    REFUSED("refused");

    private final String word;

    Outcome(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
