// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.key.InvalidKeyException;
import dev.semel.key.KeyProblem;
import dev.semel.key.KeyRules;
import java.util.Optional;

/**
 * The client's token for one intent: 1 to 255 visible ASCII characters, compared exactly.
 *
 * <p>Immutable and safe for use by several threads. The value itself is secret: {@link #toString()} does not show it.
 *
 * @param value the characters, without any quotes a header put around them
 */
public record IdempotencyKey(String value) {

    /** Refuses what no rule set allows; the stricter rules for keys from clients are the operation's. */
    public IdempotencyKey {
        Optional<KeyProblem> problem = KeyRules.LENIENT.check(value);
        if (problem.isPresent()) {
            throw new InvalidKeyException(problem.get());
        }
    }

    /** Names no key: keys do not belong in logs (R27). */
    @Override
    public String toString() {
        return "IdempotencyKey[…]";
    }
}
