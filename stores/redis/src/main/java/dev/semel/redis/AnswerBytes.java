// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.Saved;
import dev.semel.state.Answer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A saved answer as it is stored: flags (1 a success, 2 without its bytes), schema version, attempt, the instant, the
 * content type behind its length, the bytes. The script puts the instant in, between the two parts.
 */
final class AnswerBytes {

    static final AnswerBytes NONE = new AnswerBytes(Words.NOTHING, Words.NOTHING);

    private static final int SUCCESS = 1;
    private static final int OMITTED = 2;
    private static final int BEFORE = 9;

    private final byte[] before;
    private final byte[] after;

    private AnswerBytes(byte[] before, byte[] after) {
        this.before = before;
        this.after = after;
    }

    static AnswerBytes of(boolean success, Saved saved, int schemaVersion, int attempt) {
        byte[] before = ByteBuffer.allocate(BEFORE)
                .put(flags(success, saved))
                .putInt(schemaVersion)
                .putInt(attempt)
                .array();
        byte[] type = Words.ofAscii(saved.contentType());
        byte[] after = ByteBuffer.allocate(1 + type.length + saved.size())
                .put((byte) type.length)
                .put(type)
                .put(saved.view())
                .array();
        return new AnswerBytes(before, after);
    }

    /** How many bytes an answer takes. */
    static int size(Saved saved) {
        return BEFORE + Millis.BYTES + 1 + saved.contentType().length() + saved.size();
    }

    /** Writes a whole answer. */
    static void put(ByteBuffer bytes, Answer answer) {
        Saved saved = answer.saved();
        bytes.put(flags(answer.success(), saved)).putInt(answer.schemaVersion()).putInt(answer.attempt());
        RecordBytes.putSix(bytes, answer.completedAt().toEpochMilli());
        byte[] type = Words.ofAscii(saved.contentType());
        bytes.put((byte) type.length).put(type);
        saved.writeTo(bytes);
    }

    private static byte flags(boolean success, Saved saved) {
        return (byte) ((success ? SUCCESS : 0) | (saved.isOmitted() ? OMITTED : 0));
    }

    /** Flags, schema version and attempt. */
    byte[] before() {
        return before;
    }

    /** Content type and bytes. */
    byte[] after() {
        return after;
    }

    /** Nobody writes what was read from Redis: its last part is the answer, without a copy. */
    private static Saved rest(String contentType, ByteBuffer bytes) {
        return Saved.owning(contentType, bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    /** Reads what is left of a record, which stands in an array of its own. */
    static Answer read(ByteBuffer bytes) {
        int flags = bytes.get();
        int schemaVersion = bytes.getInt();
        int attempt = bytes.getInt();
        long completedAt = RecordBytes.six(bytes);
        byte[] type = new byte[bytes.get() & 0xff];
        bytes.get(type);
        String contentType = new String(type, StandardCharsets.US_ASCII);
        Saved saved = (flags & OMITTED) == 0 ? rest(contentType, bytes) : Saved.omitted(contentType);
        return new Answer((flags & SUCCESS) != 0, saved, schemaVersion, attempt, Millis.instant(completedAt));
    }
}
