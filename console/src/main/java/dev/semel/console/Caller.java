// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks. Immutable.
 *
 * @param user the name; null where nobody signs in
 * @param roles what they may do
 * @param csrf what a browser shows to prove that the console's own page asks; null where a header that no other site can send
 *     proves it
 * @param until when the session ends; null where there is none
 */
record Caller(
        @Nullable String user,
        Set<Role> roles,
        @Nullable String csrf,
        @Nullable Instant until) {

    boolean may(Role role) {
        return roles.contains(role);
    }

    void require(Role role) {
        if (!may(role)) {
            throw new Refusal(
                    Refusal.Kind.ROLE_MISSING,
                    "this needs the role " + role.word() + "; you have "
                            + (roles.isEmpty() ? "none" : String.join(", ", Role.words(roles))));
        }
    }
}
