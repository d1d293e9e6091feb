// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What somebody may do in the console. */
public enum Role {
    /** Sees records, history, counters and policies; of keys and bodies only that they are there. */
    VIEW("view"),
    /** Settles what is in doubt. */
    SETTLE("settle"),
    /** Sees keys and saved answers. */
    SEE_BODIES("see-bodies");

    private final String word;

    Role(String word) {
        this.word = word;
    }

    /** The role in configurations and in the API. */
    public String word() {
        return word;
    }

    /** The role of this word. */
    public static Role of(String word) {
        return Arrays.stream(values())
                .filter(role -> role.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("a role is one of view, settle and see-bodies"));
    }

    /** The words, in the order of the roles. */
    static List<String> words(Set<Role> roles) {
        return roles.stream().sorted().map(Role::word).toList();
    }
}
