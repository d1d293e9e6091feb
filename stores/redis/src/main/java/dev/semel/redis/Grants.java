// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.ClaimId;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What was written for the new keys that this store was granted and that have not ended yet. Whoever knows the stored
 * bytes can replace them by comparing nothing else, which is the shortest script there is. It decides nothing: a grant
 * that was forgotten, since two shared a place, only means that the longer script is asked.
 *
 * <p>Safe for use by several threads; it never holds more than a fixed number of grants.
 */
final class Grants {

    /** Claims are numbered one after the other, so that as many may be open before two of them share a place. */
    private static final int PLACES = 1 << 14;

    private final AtomicReferenceArray<@Nullable Grant> places = new AtomicReferenceArray<>(PLACES);

    void add(ClaimId claimId, byte[] written, long leaseUntil) {
        places.set(place(claimId), new Grant(claimId, written, leaseUntil));
    }

    void renewed(ClaimId claimId, long leaseUntil) {
        Grant grant = places.get(place(claimId));
        if (grant != null && grant.claimId.equals(claimId)) {
            grant.leaseUntil = leaseUntil;
        }
    }

    /** The grant of this claim, if it is still known; it is not known any more after that. */
    @Nullable
    Grant take(ClaimId claimId) {
        int place = place(claimId);
        Grant grant = places.get(place);
        if (grant == null || !grant.claimId.equals(claimId)) {
            return null;
        }
        places.compareAndSet(place, grant, null);
        return grant;
    }

    private static int place(ClaimId claimId) {
        return (int) (claimId.origin() + claimId.sequence()) & (PLACES - 1);
    }

    /** A first attempt as it was written, and when its lease ends. */
    static final class Grant {

        private final ClaimId claimId;
        private final byte[] written;
        private volatile long leaseUntil;

        private Grant(ClaimId claimId, byte[] written, long leaseUntil) {
            this.claimId = claimId;
            this.written = written;
            this.leaseUntil = leaseUntil;
        }

        byte[] written() {
            return written;
        }

        long leaseUntil() {
            return leaseUntil;
        }
    }
}
