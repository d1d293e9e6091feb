// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Saved;
import java.util.Optional;

/** Saved answers as responses. */
final class Replays {

    private static final int OK = 200;
    private static final int FAILED = 500;

    private Replays() {}

    /** The response; empty when it was not kept or cannot be read. */
    static Optional<HttpAnswer> of(boolean success, Saved saved) {
        if (HttpSnapshot.isSnapshot(saved)) {
            return HttpSnapshot.read(saved);
        }
        return saved.isOmitted() ? Optional.empty() : Optional.of(plain(success, saved));
    }

    /** An operator or a reconciler may give bytes and their type alone: they have the plainest status there is. */
    private static HttpAnswer plain(boolean success, Saved saved) {
        Headers headers =
                saved.contentType().isEmpty() ? Headers.NONE : Headers.of("Content-Type", saved.contentType());
        return HttpAnswer.owning(success ? OK : FAILED, headers, saved.toBytes());
    }
}
