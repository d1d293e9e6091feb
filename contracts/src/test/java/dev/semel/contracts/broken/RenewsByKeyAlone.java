// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Renews whatever attempt is there, by key alone. In the field an attempt that was fenced out believes to own the
 * key, and keeps the lease of a dead successor alive.
 */
@Breaks("T3")
public final class RenewsByKeyAlone extends OpenStore {

    public RenewsByKeyAlone(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<RenewAnswer> onRenew(@Nullable KeyRecord record, Renewal renewal, Instant now) {
        return record == null
                ? super.onRenew(null, renewal, now)
                : super.onRenew(
                        record,
                        new Renewal(
                                renewal.id(), record.attempt(), record.claimId(), renewal.lease(), renewal.retention()),
                        now);
    }
}
