// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.Answer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a script says: whether it wrote, Redis' clock, the key's expiry, and the record as it is now. */
final class Reply {

    private static final int UNREADABLE = 2;
    private static final int WRITTEN = 1;
    private static final int HEAD = 13;

    private final boolean written;
    private final long now;
    private final long expires;
    private final byte[] bytes;

    private Reply(boolean written, long now, long expires, byte[] bytes) {
        this.written = written;
        this.now = now;
        this.expires = expires;
        this.bytes = bytes;
    }

    /** Refuses the answer about a record that this version cannot read. */
    static Reply of(byte[] bytes) {
        ByteBuffer head = ByteBuffer.wrap(bytes);
        int code = head.get();
        if (code == UNREADABLE) {
            throw RecordBytes.unreadable();
        }
        return new Reply(code == WRITTEN, RecordBytes.six(head), RecordBytes.six(head), bytes);
    }

    boolean isWritten() {
        return written;
    }

    /** Redis' clock, in milliseconds. */
    long now() {
        return now;
    }

    Instant at() {
        return Millis.instant(now);
    }

    /** The record as the script left it; empty when there is none. */
    Optional<Sighting> sighting(RecordId id) {
        return bytes.length == HEAD ? Optional.empty() : Optional.of(sighting(id, null));
    }

    /** The record as the script left it, where the answer was not sent back. */
    Sighting sighting(RecordId id, @Nullable Answer own) {
        ByteBuffer record = ByteBuffer.wrap(bytes, HEAD, bytes.length - HEAD);
        KeyRecord read = RecordBytes.read(id, record, expires, own);
        return new Sighting(read, at());
    }
}
