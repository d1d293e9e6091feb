// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import java.util.Set;

/**
 * Somebody who may sign in, or a program that carries a token. Immutable.
 *
 * @param name what stands in histories and in the audit log
 * @param credential what they show
 * @param roles what they may do
 */
public record User(String name, Credential credential, Set<Role> roles) {

    private static final int LONGEST = 100;

    public User {
        roles = Set.copyOf(roles);
        if (name.isBlank() || name.length() > LONGEST || name.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidValueException(
                    "a user's name has 1 to " + LONGEST + " characters, and none that cannot be seen");
        }
        if (!roles.contains(Role.VIEW)) {
            throw new InvalidValueException(
                    "user " + name + " needs the role view: nothing can be done without seeing it");
        }
    }
}
