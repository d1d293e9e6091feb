// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.time.Instant;

/**
 * A key as it is given to a client. Immutable. The value itself is secret: {@link #toString()} does not show it.
 *
 * @param value the key
 * @param expires until when work can begin under it; what was done under it is replayed for longer
 */
public record IssuedKey(String value, Instant expires) {

    /** Names no key: keys do not belong in logs (R27). */
    @Override
    public String toString() {
        return "IssuedKey[…]";
    }
}
