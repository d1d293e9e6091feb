// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Codec;
import dev.semel.InvalidValueException;
import dev.semel.Saved;
import java.util.Optional;

/**
 * Answers as they are saved, for reconcilers, converters and settlements that give answers of their own. Stateless.
 *
 * <pre>{@code
 * Reconciliation.happened(HttpSnapshot.codec().save(HttpAnswer.empty(201, Headers.of("Location", location))));
 * }</pre>
 */
public final class HttpSnapshot implements Codec<HttpAnswer> {

    /** What the bytes are, in {@link Saved#contentType()}. */
    public static final String CONTENT_TYPE = "application/vnd.semel.http";

    private static final String STATUS = ";status=";
    private static final HttpSnapshot CODEC = new HttpSnapshot();

    private HttpSnapshot() {}

    /** The codec. */
    public static HttpSnapshot codec() {
        return CODEC;
    }

    /** The whole answer; its body compressed where that helps. */
    @Override
    public Saved save(HttpAnswer answer) {
        return Saved.owning(CONTENT_TYPE, SnapshotWriter.write(answer));
    }

    /**
     * The answer that was saved.
     *
     * @throws InvalidValueException if it is none, is damaged, was written by a newer version, or has not been kept
     */
    @Override
    public HttpAnswer load(Saved saved) {
        return read(saved)
                .orElseThrow(
                        () -> new InvalidValueException("there is no answer of HTTP to read in what was saved: it is"
                                + " of another kind, was too large to keep, is damaged or comes from a newer version"));
    }

    /** The answer that was saved; empty when there is none to read. */
    static Optional<HttpAnswer> read(Saved saved) {
        return saved.isOmitted() || !saved.contentType().equals(CONTENT_TYPE)
                ? Optional.empty()
                : SnapshotReader.read(saved.view());
    }

    /** Whether an answer of HTTP was saved, readable or not. */
    static boolean isSnapshot(Saved saved) {
        return saved.contentType().startsWith(CONTENT_TYPE);
    }

    /** An answer that was given and is not kept; its status is. */
    static Saved omitted(int status) {
        return Saved.omitted(CONTENT_TYPE + STATUS + status);
    }

    /** The status of an answer that is not kept, where it is known. */
    static Optional<String> statusOf(Saved omitted) {
        String prefix = CONTENT_TYPE + STATUS;
        return omitted.contentType().startsWith(prefix)
                ? Optional.of(omitted.contentType().substring(prefix.length()))
                : Optional.empty();
    }
}
