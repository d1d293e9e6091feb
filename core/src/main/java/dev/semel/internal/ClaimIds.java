// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.state.ClaimId;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Makes claim ids: a random origin for the process and a counter, so that each costs no randomness of its own. */
final class ClaimIds {

    private final long origin;
    private final AtomicLong sequence;

    ClaimIds() {
        SecureRandom random = new SecureRandom();
        origin = random.nextLong();
        sequence = new AtomicLong(random.nextLong());
    }

    ClaimId next() {
        return new ClaimId(origin, sequence.incrementAndGet());
    }
}
