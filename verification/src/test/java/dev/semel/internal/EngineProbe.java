// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Idempotency;
import dev.semel.Ticket;
import dev.semel.state.KeyRecord;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks into an engine for what must not stay behind in it. */
public final class EngineProbe {

    private EngineProbe() {}

    /** The record that a protected ticket was granted with. */
    public static KeyRecord record(Ticket ticket) {
        return ((LiveTicket) ticket).record();
    }

    /** What is left in an engine in which nothing happens any more, but for so many attempts that never ended. */
    public static List<String> leftovers(Idempotency engine, int running) {
        List<String> left = new ArrayList<>();
        Object room = field(engine, "room");
        note(left, ((Seats) field(engine, "seats")).taken() - running, "seats of tickets");
        note(left, ((LeaseKeeper) field(field(engine, "office"), "keeper")).living(), "tickets in the lease keeper");
        note(left, ((Seats) field(room, "seats")).taken(), "seats of waiters");
        note(left, ((Map<?, ?>) field(room, "groups")).size(), "groups of waiters");
        Object abandoner = field(field(engine, "claims"), "abandoner");
        note(left, ((AtomicInteger) field(abandoner, "pending")).get(), "claims being abandoned");
        return left;
    }

    /** How many wait in a room, by its seats and by its groups. */
    static int waiting(WaitingRoom room) {
        int seats = ((Seats) field(room, "seats")).taken();
        int groups = ((Map<?, ?>) field(room, "groups")).size();
        return Math.abs(seats) + groups;
    }

    private static void note(List<String> left, int count, String what) {
        if (count != 0) {
            left.add(count + " " + what);
        }
    }

    private static Object field(Object owner, String name) {
        try {
            Field field = owner.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(owner);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the engine was rebuilt: teach this probe where " + name + " is now", e);
        }
    }
}
