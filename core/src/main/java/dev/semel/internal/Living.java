// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The living tickets. Each comes and goes with a request, and all of them are looked at every few seconds: so they are in lists that
 * are quickly entered and left, wherever in them one stands. A set would ask for a hash of the record's id each time, and clients
 * who choose their keys could make it slow.
 *
 * <p>Safe for use by several threads. What one thread has added is listed in the order in which it came, so that a simulation
 * can be repeated.
 */
final class Living {

    /** Threads that share a list seldom meet there. A power of two. */
    private static final int LISTS = 16;

    private final List<Ring> rings = Stream.generate(Ring::new).limit(LISTS).toList();

    /** What stands in a list, linked to itself while it is in none: its place goes along with it. */
    static class Listed {

        private @Nullable Ring ring;
        private Listed before = this;
        private Listed next = this;
    }

    /** One of the lists; its end stands behind the last and before the first. */
    private static final class Ring {

        private final Listed end = new Listed();

        private synchronized void add(Listed added) {
            added.before = end.before;
            added.next = end;
            end.before.next = added;
            end.before = added;
        }

        private synchronized void remove(Listed gone) {
            gone.before.next = gone.next;
            gone.next.before = gone.before;
            gone.before = gone;
            gone.next = gone;
        }

        private synchronized boolean has(Listed one) {
            return one.next != one;
        }

        private synchronized void addTo(List<LiveTicket> all) {
            for (Listed each = end.next; each instanceof LiveTicket ticket; each = each.next) {
                all.add(ticket);
            }
        }
    }

    /** A ticket is added once. */
    void add(Listed ticket) {
        Ring mine = rings.get((int) Thread.currentThread().getId() & (LISTS - 1));
        ticket.ring = mine;
        mine.add(ticket);
    }

    /** Does nothing where it has been removed already. */
    void remove(Listed ticket) {
        Ring its = ticket.ring;
        if (its != null) {
            its.remove(ticket);
        }
    }

    boolean has(Listed ticket) {
        Ring its = ticket.ring;
        return its != null && its.has(ticket);
    }

    /** Those that are there now. */
    List<LiveTicket> all() {
        List<LiveTicket> all = new ArrayList<>();
        rings.forEach(ring -> ring.addTo(all));
        return all;
    }
}
