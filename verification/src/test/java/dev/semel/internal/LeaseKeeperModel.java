// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Completion;
import dev.semel.state.State;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Tickets come and go while alarms ring and the store gives all sorts of answers: whoever lives and was not taken over is
 * kept, and as long as one is, an alarm is set, and renews all of them when it rings.
 */
public class LeaseKeeperModel {

    private final Bench bench = new Bench();
    private final LeaseKeeper keeper = new LeaseKeeper(bench.shared);
    private final TicketOffice office =
            new TicketOffice(bench.shared, keeper, new WaitingRoom(bench.shared, 1, intent -> null), new Seats(1));
    private final Queue<LiveTicket> living = new ConcurrentLinkedQueue<>();

    @Operation
    public void add() {
        long now = bench.timers.nanoTime();
        LiveTicket ticket = new LiveTicket(Bench.INTENT, Bench.record(State.IN_PROGRESS, null), now, office);
        keeper.add(ticket);
        living.add(ticket);
    }

    @Operation
    public void remove() {
        LiveTicket ticket = living.poll();
        if (ticket != null) {
            keeper.remove(ticket);
        }
    }

    @Operation
    public void ring() {
        bench.timers.ring();
    }

    @Validate
    public void livingTicketsAreRenewed() {
        long owners = living.stream().filter(LeaseKeeperModel::isNotTakenOver).count();
        if (keeper.living() != owners) {
            throw new IllegalStateException(keeper.living() + " tickets are kept of " + owners);
        }
        if (owners > 0 && bench.timers.pending() != 1) {
            throw new IllegalStateException(
                    owners + " tickets live, and " + bench.timers.pending() + " alarms are set");
        }
        bench.timers.ring();
        if (owners > 0 && bench.store.lastBatch != owners) {
            throw new IllegalStateException(
                    owners + " tickets live, and " + bench.store.lastBatch + " are renewed when the alarm rings");
        }
    }

    private static boolean isNotTakenOver(LiveTicket ticket) {
        return !(ticket.unconfirmed() instanceof Completion.Lost);
    }
}
