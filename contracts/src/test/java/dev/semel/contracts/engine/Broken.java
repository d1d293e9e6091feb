// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import java.util.List;

/**
 * An engine that is wrong on purpose.
 *
 * @param name what it does wrong
 * @param breaks the requirements or traps of which a sentence must reject it
 * @param maker makes it
 */
record Broken(String name, List<String> breaks, EngineMaker maker) {

    Broken(String name, String breaks, EngineMaker maker) {
        this(name, List.of(breaks.split(", ")), maker);
    }

    /** Whether the sentence is about what this engine breaks. */
    boolean isMeantBy(String sentence) {
        List<String> cited = List.of(sentence.split(":", 2)[0].split(", ", -1));
        return breaks.stream().anyMatch(cited::contains);
    }

    @Override
    public String toString() {
        return name;
    }
}
