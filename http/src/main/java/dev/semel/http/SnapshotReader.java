// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.InvalidValueException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what {@link SnapshotWriter} wrote, and nothing else: bytes that are not exactly that are unreadable. */
final class SnapshotReader {

    private static final int MOST_HEADERS = 10_000;

    private final ByteBuffer bytes;

    private SnapshotReader(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** The answer; empty when the bytes are damaged, or of a version that this one does not know. */
    static Optional<HttpAnswer> read(ByteBuffer bytes) {
        try {
            return Optional.ofNullable(new SnapshotReader(bytes).answer());
        } catch (BufferUnderflowException | InvalidValueException | CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private @Nullable HttpAnswer answer() throws CharacterCodingException {
        int version = bytes.get();
        int flags = bytes.get();
        if (version != SnapshotWriter.VERSION || (flags & ~SnapshotWriter.COMPRESSED) != 0) {
            return null;
        }
        int status = bytes.getShort();
        Headers headers = headers();
        int length = number();
        byte[] body = flags == 0 ? plain(length) : Compression.unpack(bytes, length);
        return body == null ? null : HttpAnswer.owning(status, headers, body);
    }

    private Headers headers() throws CharacterCodingException {
        int texts = number();
        if (texts % 2 != 0 || texts > 2 * MOST_HEADERS) {
            throw new BufferUnderflowException();
        }
        List<Header> headers = new ArrayList<>(Math.min(texts / 2, 64));
        for (int i = 0; i < texts; i += 2) {
            headers.add(new Header(text(), text()));
        }
        return Headers.of(headers);
    }

    private byte @Nullable [] plain(int length) {
        return length == bytes.remaining() ? part(length) : null;
    }

    private String text() throws CharacterCodingException {
        byte[] part = part(number());
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(part)).toString();
    }

    private byte[] part(int length) {
        if (length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] part = new byte[length];
        bytes.get(part);
        return part;
    }

    private int number() {
        long number = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            byte next = bytes.get();
            number |= (long) (next & 0x7f) << shift;
            if (next >= 0 && number <= Integer.MAX_VALUE) {
                return (int) number;
            }
        }
        throw new BufferUnderflowException();
    }
}
