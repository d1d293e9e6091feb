// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.Fingerprint;
import dev.semel.InvalidValueException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record as it is stored: one flat value, whose places are listed in {@code record.lua}. The first byte is the format's
 * version: a newer one is not read, and never overwritten (T10).
 */
final class RecordBytes {

    static final byte VERSION = 1;

    /** Everything but history and answer. */
    static final int FIXED = 75;

    static final int STATE = 1;
    private static final int CLAIM_ID = 7;
    private static final int LEASE = 61;

    private RecordBytes() {}

    /** The first attempt of a new key. Its lease and expiry are the key's own, which Redis sets by its own clock. */
    static byte[] firstAttempt(Claim claim, long createdAt) {
        ByteBuffer bytes = ByteBuffer.allocate(FIXED);
        bytes.put(VERSION).put(Codes.of(State.IN_PROGRESS)).put(Codes.of(Reason.FIRST));
        bytes.putInt(1);
        put(bytes, claim.claimId());
        bytes.put(claim.fingerprint().toBytes());
        putSix(bytes, createdAt);
        putSix(bytes, Millis.of(claim.retention()));
        putSix(bytes, 0);
        bytes.putShort((short) 0);
        return bytes.array();
    }

    /** What takes the place of a first attempt's bytes when it has ended as this record, without a history. */
    static byte[] ended(byte[] written, KeyRecord record, Answer answer) {
        ByteBuffer bytes = ByteBuffer.allocate(FIXED + AnswerBytes.size(answer.saved()));
        bytes.put(written, 0, LEASE).put(STATE, Codes.of(record.state()));
        putSix(bytes, record.leaseUntil().toEpochMilli());
        putSix(bytes, record.expiresAt().toEpochMilli());
        bytes.putShort((short) 0);
        AnswerBytes.put(bytes, answer);
        return bytes.array();
    }

    /** The fence, as it stands in a record. */
    static byte[] fence(int attempt, ClaimId claimId) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + 2 * Long.BYTES).putInt(attempt);
        put(bytes, claimId);
        return bytes.array();
    }

    static byte[] claimId(ClaimId claimId) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        put(bytes, claimId);
        return bytes.array();
    }

    /** The state of a stored record, without reading the rest. */
    static State state(byte[] stored) {
        requireVersion(ByteBuffer.wrap(stored));
        return Codes.state(stored[STATE]);
    }

    /** Whether the record is of this claim, without reading the rest. */
    static boolean isOf(ClaimId claimId, byte[] stored) {
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        return bytes.getLong(CLAIM_ID) == claimId.origin()
                && bytes.getLong(CLAIM_ID + Long.BYTES) == claimId.sequence();
    }

    /** Reads a record that has ended: it knows its own expiry. */
    static KeyRecord read(RecordId id, byte[] stored) {
        return read(id, ByteBuffer.wrap(stored), null, null);
    }

    /**
     * Reads the bytes from their position on.
     *
     * @param expires when Redis forgets the key; null for a record that knows it itself
     * @param own the answer, where the bytes were sent without it
     */
    static KeyRecord read(RecordId id, ByteBuffer bytes, @Nullable Long expires, @Nullable Answer own) {
        requireVersion(bytes);
        try {
            return parsed(id, bytes, expires, own);
        } catch (BufferUnderflowException | InvalidValueException e) {
            throw new UnreadableRecordException("a stored record is damaged; its key is not given to anybody", e);
        }
    }

    private static KeyRecord parsed(RecordId id, ByteBuffer bytes, @Nullable Long expires, @Nullable Answer own) {
        bytes.get();
        State state = Codes.state(bytes.get());
        Reason reason = Codes.reason(bytes.get());
        int attempt = bytes.getInt();
        ClaimId claimId = new ClaimId(bytes.getLong(), bytes.getLong());
        byte[] digest = new byte[Fingerprint.LENGTH];
        bytes.get(digest);
        long createdAt = six(bytes);
        long lease = six(bytes);
        long known = six(bytes);
        long expiresAt = expires == null ? known : expires;
        Instant leaseUntil = Millis.instant(state == State.IN_PROGRESS ? expiresAt - lease : lease);
        History history = HistoryBytes.read(bytes);
        Answer answer = bytes.hasRemaining() ? AnswerBytes.read(bytes) : own;
        return new KeyRecord(
                id,
                state,
                Fingerprint.ofDigest(digest),
                attempt,
                claimId,
                reason,
                answer,
                Millis.instant(createdAt),
                leaseUntil,
                Millis.instant(expiresAt),
                history);
    }

    private static void requireVersion(ByteBuffer bytes) {
        if (bytes.remaining() < FIXED || bytes.get(bytes.position()) != VERSION) {
            throw unreadable();
        }
    }

    static UnreadableRecordException unreadable() {
        return new UnreadableRecordException("a stored record was written by a newer version, or is none of ours: it is"
                + " left alone, and its key is given to nobody");
    }

    private static void put(ByteBuffer bytes, ClaimId claimId) {
        bytes.putLong(claimId.origin()).putLong(claimId.sequence());
    }

    static void putSix(ByteBuffer bytes, long value) {
        bytes.putShort((short) (value >>> 32)).putInt((int) value);
    }

    /** A number of six bytes. */
    static long six(ByteBuffer bytes) {
        long high = bytes.getShort() & 0xffffL;
        return (high << 32) | (bytes.getInt() & 0xffff_ffffL);
    }
}
