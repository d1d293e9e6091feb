// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.Saved;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.util.Optional;

/** Somebody at a console: looks, settles what is in doubt, and purges. Never lies about what happened. */
final class Operator {

    private final World world;
    private long settlements;

    Operator(World world) {
        this.world = world;
    }

    void purge() {
        world.server().purge(1 + world.dice().below(3));
    }

    /** Settles what is in doubt now, a while after having looked at it. */
    void settle(Policy policy, RecordId id) {
        Optional<Sighting> seen = world.server().find(null, id);
        seen.filter(sighting -> maySettle(policy, sighting)).ifPresent(sighting -> {
            Settle settle = settlement(policy, sighting.record());
            long decides = world.isCalm() ? 0 : world.plan().delay(world.dice());
            world.loop().after(decides, null, () -> world.server().settle(settle));
            if (world.dice().chance(200)) {
                long again = world.plan().lateness(world.dice());
                world.loop().after(again, null, () -> world.server().settle(settle));
            }
        });
    }

    /**
     * A lapsed attempt may come back to life between the look and the settlement, and take effect then; who wants to
     * be certain settles only what has ended.
     */
    private boolean maySettle(Policy policy, Sighting sighting) {
        boolean certain = world.isCalm() || !world.plan().isOnce(policy);
        return sighting.record().state() == State.IN_DOUBT || (sighting.lapsed() && certain);
    }

    private Settle settlement(Policy policy, KeyRecord record) {
        return new Settle(
                record.id(),
                record.attempt(),
                record.claimId(),
                new ClaimId(0, ++settlements),
                verdict(policy, record),
                "operator",
                "looked it up",
                policy.retention());
    }

    private Settle.Verdict verdict(Policy policy, KeyRecord record) {
        Optional<Saved> happened =
                world.effects().ledger().find(record.id(), record.createdAt()).map(Ledger.Effect::answer);
        if (!world.plan().isOnce(policy) && world.dice().chance(200)) {
            return new Settle.Verdict.Rerun();
        }
        return happened.isPresent()
                ? new Settle.Verdict.Happened(true, happened.get(), 1)
                : new Settle.Verdict.DidNotHappen();
    }
}
