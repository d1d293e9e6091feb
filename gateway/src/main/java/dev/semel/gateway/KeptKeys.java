// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.IssuedKeys;
import dev.semel.Operation;
import dev.semel.SessionKeys;
import dev.semel.Tenant;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whether the issued keys that clients have are good by another configuration, too, for as long as retries come with them: one
 * that is refused for its signature looks to its client like one that was never done. Stateless.
 */
final class KeptKeys {

    private static final Tenant ANYBODY = new Tenant("anybody");
    private static final String SESSION = "any";

    private KeptKeys() {}

    /**
     * Lets a configuration pass that accepts what the running one has signed.
     *
     * @throws BadConfiguration if it does not
     */
    static void require(Configuration running, Configuration wanted, Instant now) {
        for (Operation operation : running.operations()) {
            Optional<IssuedKeys> refused =
                    operation.issuedKeys().filter(keys -> !areKept(keys, operation, wanted, now));
            if (refused.isPresent()) {
                throw new BadConfiguration(
                        KeyCounterReader.SETTING,
                        "would refuse keys that clients still have, and retries with them: keep the secret that signed them as"
                                + " previous-secret, with a since that is still to come; a secret that got out is replaced by a"
                                + " restart");
            }
        }
    }

    /** Of now, and of the first session that is remembered: secrets come one after the other, so that those between are, too. */
    private static boolean areKept(IssuedKeys keys, Operation operation, Configuration wanted, Instant now) {
        Instant first = now.minus(SessionKeys.operation(keys, operation).retention());
        return Arrays.stream(wanted.operations())
                .filter(other -> other.name().equals(operation.name()))
                .map(Operation::issuedKeys)
                .flatMap(Optional::stream)
                .allMatch(others -> accepts(others, keys, now) && accepts(others, keys, first));
    }

    private static boolean accepts(IssuedKeys others, IssuedKeys keys, Instant born) {
        return others.check(ANYBODY, keys.issue(ANYBODY, SESSION, born).value()).isEmpty();
    }
}
