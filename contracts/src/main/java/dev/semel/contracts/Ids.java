// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.ClaimId;
import dev.semel.state.RecordId;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Names that no other test and no other run uses, so that tests can share a server. */
final class Ids {

    private static final long ORIGIN = new SecureRandom().nextLong();
    private static final AtomicLong SEQUENCE = new AtomicLong();

    private Ids() {}

    /** Sixteen characters at most, of letters and digits that survive in any part of an id. */
    static String fresh() {
        return Long.toString(ORIGIN & 0xff_ffff_ffffL, Character.MAX_RADIX)
                + "x"
                + Long.toString(SEQUENCE.incrementAndGet(), Character.MAX_RADIX);
    }

    static RecordId record() {
        return new RecordId(new Tenant("tenant-" + fresh()), "contract.charge", new IdempotencyKey("key-" + fresh()));
    }

    static ClaimId claim() {
        return new ClaimId(ORIGIN, SEQUENCE.incrementAndGet());
    }
}
