// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StalePlaceException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code look.lua} says of one step through a server's keys. */
final class Step {

    private static final int HEAD = 6;
    private static final int EACH = 3;

    private final String run;
    private final String cursor;
    private final long given;
    private final Instant at;
    private final long bytes;
    private final long received;
    private final List<Sighting> here = new ArrayList<>();
    private final List<RecordId> apart = new ArrayList<>();

    /**
     * Reads it.
     *
     * @throws StalePlaceException if the server has been started since the place where the step should have begun
     */
    Step(List<Object> said, KeyNames names) {
        if (said.size() < HEAD) {
            throw new StalePlaceException("a Redis server was restarted or replaced since the last page: begin again");
        }
        this.run = text(said.get(0));
        this.cursor = text(said.get(1));
        this.given = (Long) said.get(2);
        this.at = Millis.instant((Long) said.get(3));
        this.bytes = (Long) said.get(4);
        this.received = (Long) said.get(5);
        for (int i = HEAD; i < said.size(); i += EACH) {
            byte[] record = (byte[]) said.get(i + 2);
            long expires = (Long) said.get(i + 1);
            names.idOf((byte[]) said.get(i)).ifPresent(id -> add(id, expires, record));
        }
    }

    private static String text(Object ascii) {
        return new String((byte[]) ascii, StandardCharsets.US_ASCII);
    }

    private void add(RecordId id, long expires, byte[] record) {
        if (record.length == 0) {
            apart.add(id);
        } else {
            read(id, expires, record, at).ifPresent(here::add);
        }
    }

    /**
     * A record as a script saw it at this instant. What a newer version wrote cannot be shown, and must not hide all the others;
     * and Redis keeps a key to the end of the millisecond in which it expires.
     */
    static Optional<Sighting> read(RecordId id, long expires, byte[] record, Instant at) {
        long ends = expires < 0 ? Millis.NEVER : expires;
        try {
            return Optional.of(new Sighting(RecordBytes.read(id, ByteBuffer.wrap(record), ends, null), at))
                    .filter(seen -> !seen.record().expiredAt(at));
        } catch (UnreadableRecordException e) {
            return Optional.empty();
        }
    }

    /** Of which run of the server it is. */
    String run() {
        return run;
    }

    /** Where the next one begins. */
    String cursor() {
        return cursor;
    }

    /** How many keys there were, whether they are asked for or not. */
    int given() {
        return (int) given;
    }

    /** How long the records are that are asked for, whether they were brought along or were too much. */
    long bytes() {
        return bytes;
    }

    /** How many bytes the server has received since its start, from whomever; less than none where it does not tell. */
    long received() {
        return received;
    }

    /** The records that were brought along. */
    List<Sighting> here() {
        return here;
    }

    /** Those whose key is no string, or another server's by now. */
    List<RecordId> apart() {
        return apart;
    }
}
