// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.Finish;
import dev.semel.state.KeyRecord;
import java.time.Instant;
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

    /** Remembers what was written under this key. */
    void add(KeyRecord record, byte[] key, byte[] written) {
        places.set(place(record.claimId()), new Grant(record, key, written));
    }

    void renewed(ClaimId claimId, Instant leaseUntil) {
        Grant grant = places.get(place(claimId));
        if (grant != null && grant.isOf(claimId)) {
            grant.leaseUntil = leaseUntil;
        }
    }

    /** The grant of this claim, if it is still known; it is not known any more after that. */
    @Nullable
    Grant take(ClaimId claimId) {
        int place = place(claimId);
        Grant grant = places.get(place);
        if (grant == null || !grant.isOf(claimId)) {
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

        private final KeyRecord record;
        private final byte[] key;
        private final byte[] written;
        private volatile Instant leaseUntil;

        private Grant(KeyRecord record, byte[] key, byte[] written) {
            this.record = record;
            this.key = key;
            this.written = written;
            this.leaseUntil = record.leaseUntil();
        }

        private boolean isOf(ClaimId claimId) {
            return record.claimId().equals(claimId);
        }

        boolean isFor(Finish finish) {
            return finish.attempt() == record.attempt() && finish.id().equals(record.id());
        }

        /** The name under which it is stored. */
        byte[] key() {
            return key;
        }

        byte[] written() {
            return written;
        }

        /** The record when the attempt ends with this answer. */
        KeyRecord ended(Answer answer, Instant expires) {
            return new KeyRecord(
                    record.id(),
                    answer.state(),
                    record.fingerprint(),
                    record.attempt(),
                    record.claimId(),
                    record.reason(),
                    answer,
                    record.createdAt(),
                    leaseUntil,
                    expires,
                    record.history());
        }
    }
}
