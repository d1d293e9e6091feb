// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Which servers have the records, as one of them says.
 *
 * @param masters the names of all that have records or may get some, in their order
 * @param own its own name and slots; empty if it has none
 * @param isTaking whether keys are on their way to it
 */
record Layout(NavigableSet<String> masters, String own, boolean isTaking) {

    private static final int FLAGS = 2;
    private static final int SLOTS = 8;
    private static final Set<String> GONE = Set.of("fail", "noaddr", "handshake");

    Layout {
        masters = Collections.unmodifiableNavigableSet(new TreeSet<>(masters));
    }

    /** There is one server, and it has everything. */
    static Layout ofOne(String master) {
        return new Layout(new TreeSet<>(Set.of(master)), master, false);
    }

    /** Reads what {@code CLUSTER NODES} answers. A master without slots counts: the first ones may be on their way to it. */
    static Layout of(String nodes) {
        NavigableSet<String> masters = new TreeSet<>();
        String own = "";
        boolean taking = false;
        for (String line : nodes.lines().toList()) {
            List<String> words = List.of(line.trim().split(" "));
            Set<String> flags = Set.of(words.get(FLAGS).split(","));
            List<String> slots = words.subList(Math.min(SLOTS, words.size()), words.size());
            // One that failed and was replaced has none any more.
            if (flags.contains("master") && (!slots.isEmpty() || Collections.disjoint(flags, GONE))) {
                masters.add(words.get(0));
            }
            if (flags.contains("myself")) {
                taking = slots.stream().anyMatch(slot -> slot.contains("-<-"));
                String settled =
                        slots.stream().filter(slot -> !slot.startsWith("[")).collect(Collectors.joining(" "));
                own = settled.isEmpty() ? "" : words.get(0) + ' ' + settled;
            }
        }
        return new Layout(masters, own, taking);
    }

    /**
     * Another one as soon as another server has some slot. What servers say of each other may be old; what each says of itself is
     * not.
     */
    static String mark(List<Layout> said) {
        String all =
                said.stream().map(Layout::own).filter(own -> !own.isEmpty()).collect(Collectors.joining("\n"));
        return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.US_ASCII)).toString();
    }
}
