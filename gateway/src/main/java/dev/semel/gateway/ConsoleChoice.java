// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.console.Access;
import java.util.Optional;

/**
 * Whether the admin listener has a console, and for whom. Immutable.
 *
 * @param path where it is, if anywhere
 * @param access who may do what in it
 */
record ConsoleChoice(Optional<String> path, Access access) {

    static final String USUAL_PATH = "/console/";

    /** For whoever reaches the listener. */
    static ConsoleChoice usual() {
        return new ConsoleChoice(Optional.of(USUAL_PATH), Access.open());
    }

    static ConsoleChoice off() {
        return new ConsoleChoice(Optional.empty(), Access.open());
    }
}
