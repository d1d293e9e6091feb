// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.InvalidValueException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A response as a whole: status, headers in order, body. Framing (Content-Length, Transfer-Encoding, Connection) is the
 * server's: an adapter leaves such headers out when it hands an answer in, and sets them when it sends one.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class HttpAnswer {

    private static final byte[] NOTHING = {};
    private static final int LOWEST = 100;
    private static final int HIGHEST = 999;

    private final int status;
    private final Headers headers;
    private final byte[] body;

    private HttpAnswer(int status, Headers headers, byte[] body) {
        if (status < LOWEST || status > HIGHEST) {
            throw new InvalidValueException("an answer's status has three digits, unlike " + status);
        }
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /** Keeps a copy of the body. */
    public static HttpAnswer of(int status, Headers headers, byte[] body) {
        return new HttpAnswer(status, headers, body.clone());
    }

    /** Keeps the array itself, for callers that have just made it and forget it now. */
    public static HttpAnswer owning(int status, Headers headers, byte[] body) {
        return new HttpAnswer(status, headers, body);
    }

    /** An answer without a body. */
    public static HttpAnswer empty(int status, Headers headers) {
        return new HttpAnswer(status, headers, NOTHING);
    }

    /** This answer with more headers at its end. */
    public HttpAnswer with(Headers more) {
        return more.lines().isEmpty() ? this : new HttpAnswer(status, headers.and(more), body);
    }

    /** This answer with these headers instead of its own of their names: what comes from another service may have its marks. */
    HttpAnswer marked(Headers marks) {
        List<Header> kept = new ArrayList<>(headers.lines());
        boolean marked = kept.removeIf(line -> marks.first(line.name()).isPresent());
        return (marked ? new HttpAnswer(status, Headers.of(kept), body) : this).with(marks);
    }

    public int status() {
        return status;
    }

    public Headers headers() {
        return headers;
    }

    /** A read-only view of the body, without a copy. */
    public ByteBuffer body() {
        return ByteBuffer.wrap(body).asReadOnlyBuffer();
    }

    /** How many bytes the body has. */
    public int size() {
        return body.length;
    }

    /** Returns a copy of the body. */
    public byte[] toBytes() {
        return body.clone();
    }

    /** Writes the body, without a copy. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(body);
    }

    /** The array itself, for code of this package that does not change it. */
    byte[] array() {
        return body;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HttpAnswer that
                && status == that.status
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Objects.hash(status, headers, Arrays.hashCode(body));
    }

    /** Shows status and size only: payloads do not belong in logs (R27). */
    @Override
    public String toString() {
        return "HttpAnswer[" + status + ", " + body.length + " bytes]";
    }
}
