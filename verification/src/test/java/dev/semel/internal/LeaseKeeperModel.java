// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.state.State;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Tickets come and go while alarms ring: as long as one lives, an alarm is set. */
public class LeaseKeeperModel {

    private final Bench bench = new Bench();
    private final LeaseKeeper keeper = new LeaseKeeper(bench.shared);
    private final TicketOffice office =
            new TicketOffice(bench.shared, keeper, new WaitingRoom(bench.shared, 1, intent -> null), new Seats(1));
    private final Queue<LiveTicket> living = new ConcurrentLinkedQueue<>();

    @Operation
    public void add() {
        LiveTicket ticket = new LiveTicket(Bench.INTENT, Bench.record(State.IN_PROGRESS, null), 0, office);
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
    public void livingTicketsHaveAnAlarm() {
        if (keeper.living() != living.size()) {
            throw new IllegalStateException(keeper.living() + " tickets are kept of " + living.size());
        }
        if (keeper.living() > 0 && bench.timers.pending() != 1) {
            throw new IllegalStateException(
                    keeper.living() + " tickets live, and " + bench.timers.pending() + " alarms are set");
        }
    }
}
