// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * An answer as it is kept and given again: bytes and what they are. An answer beyond the operation's limit is kept
 * without its bytes (R19): the work is known to be done, and is never done again, but what it said is not kept.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class Saved {

    private static final byte[] NOTHING = {};
    private static final int LONGEST_TYPE = 255;

    private final String contentType;
    private final byte[] bytes;
    private final int from;
    private final int size;
    private final boolean omitted;

    private Saved(String contentType, byte[] bytes, int from, int size, boolean omitted) {
        if (!isPrintable(contentType)) {
            throw new InvalidValueException("a content type has at most " + LONGEST_TYPE
                    + " printable ASCII characters; put anything longer into the bytes");
        }
        this.contentType = contentType;
        this.bytes = bytes;
        this.from = Objects.checkFromIndexSize(from, size, bytes.length);
        this.size = size;
        this.omitted = omitted;
    }

    /** Keeps a copy of the bytes. */
    public static Saved of(String contentType, byte[] bytes) {
        return new Saved(contentType, bytes.clone(), 0, bytes.length, false);
    }

    /** Keeps the array itself, for callers that have just made it and forget it now. */
    public static Saved owning(String contentType, byte[] bytes) {
        return owning(contentType, bytes, 0, bytes.length);
    }

    /** Keeps the array itself, of which so many bytes from there on are the answer, for callers that forget it now. */
    public static Saved owning(String contentType, byte[] bytes, int from, int size) {
        return new Saved(contentType, bytes, from, size, false);
    }

    /** An answer that is known to exist but was too large, or streamed, and so not kept. */
    public static Saved omitted(String contentType) {
        return new Saved(contentType, NOTHING, 0, 0, true);
    }

    private static boolean isPrintable(String contentType) {
        for (int i = 0; i < contentType.length(); i++) {
            if (contentType.charAt(i) < ' ' || contentType.charAt(i) > '~') {
                return false;
            }
        }
        return contentType.length() <= LONGEST_TYPE;
    }

    /** What the bytes are, for example a media type; may be empty. */
    public String contentType() {
        return contentType;
    }

    /** Returns a copy of the bytes. */
    public byte[] toBytes() {
        return Arrays.copyOfRange(bytes, from, from + size);
    }

    /** Puts the bytes into a buffer. */
    public void writeTo(ByteBuffer out) {
        out.put(bytes, from, size);
    }

    /** A read-only view of the bytes, without a copy. */
    public ByteBuffer view() {
        return ByteBuffer.wrap(bytes, from, size).slice().asReadOnlyBuffer();
    }

    public int size() {
        return size;
    }

    /** Whether the bytes were too many to keep. */
    public boolean isOmitted() {
        return omitted;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Saved that
                && omitted == that.omitted
                && contentType.equals(that.contentType)
                && Arrays.equals(bytes, from, from + size, that.bytes, that.from, that.from + that.size);
    }

    @Override
    public int hashCode() {
        return Objects.hash(contentType, omitted, view());
    }

    /** Shows the size only: payloads do not belong in logs (R27). */
    @Override
    public String toString() {
        return "Saved[" + (omitted ? "omitted" : size + " bytes") + "]";
    }
}
