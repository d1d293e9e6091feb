// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.time.Duration;
import java.time.Instant;

/**
 * The birth time that a key carries, and how old it may be where no record of it is left (R14).
 *
 * @param born when the key was made, by its maker's clock
 * @param limit how old it may be: the retention and a margin for clocks
 */
public record KeyAge(Instant born, Duration limit) {

    /** Whether the key is too old at an instant of the store's clock. */
    public boolean exceededAt(Instant now) {
        return Duration.between(born, now).compareTo(limit) > 0;
    }
}
