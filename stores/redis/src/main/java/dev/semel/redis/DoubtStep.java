// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code doubts.lua} says of one step through the lists of a server. */
final class DoubtStep {

    private static final int HEAD = 3;
    private static final int EACH = 4;

    private final List<Sighting> waiting = new ArrayList<>();
    private final List<byte[]> stale = new ArrayList<>();
    private final Optional<DoubtPlace> end;
    private final int looked;
    private final int elsewhere;

    DoubtStep(List<Object> said, KeyNames names) {
        Instant at = Millis.instant((Long) said.get(0));
        String ended = text(said.get(1));
        this.elsewhere = Math.toIntExact((Long) said.get(2));
        this.looked = (said.size() - HEAD) / EACH;
        this.end = ended.isEmpty()
                ? Optional.empty()
                : Optional.of(DoubtPlace.in(Integer.parseInt(ended), (byte[]) said.get(said.size() - EACH + 1)));
        for (int i = HEAD; i < said.size(); i += EACH) {
            byte[] key = (byte[]) said.get(i + 1);
            Optional<RecordId> id = names.idOf(key);
            byte[] record = (byte[]) said.get(i + 3);
            if (record.length == 0 || id.isEmpty()) {
                stale.add(key);
            } else {
                Step.read(id.get(), (Long) said.get(i + 2), record, at).ifPresent(waiting::add);
            }
        }
    }

    private static String text(Object ascii) {
        return new String((byte[]) ascii, StandardCharsets.US_ASCII);
    }

    /** What waits for a decision. */
    List<Sighting> waiting() {
        return waiting;
    }

    /** The keys of lines whose record waits no more. */
    List<byte[]> stale() {
        return stale;
    }

    /** The line with which it ended, if that was not the last one of all lists that were named. */
    Optional<DoubtPlace> end() {
        return end;
    }

    /** How many lines there were. */
    int looked() {
        return looked;
    }

    /** How many of the lists are another server's by now. */
    int elsewhere() {
        return elsewhere;
    }
}
