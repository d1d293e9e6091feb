// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headers that let scripts of one origin read an answer (the Fetch standard, section 3.3). They were true of the first
 * request's origin: a retry from the same one gets them again, and one from another gets none, so that no origin is ever told
 * what was said to another. What allows every origin is given to every one.
 */
final class OriginHeaders {

    private static final String ALLOWED = "Access-Control-Allow-Origin";
    private static final String WITH_CREDENTIALS = "Access-Control-Allow-Credentials";
    private static final String TIMED = "Timing-Allow-Origin";

    /** The origin of a document that has none: not the same one twice. */
    private static final String OPAQUE = "null";

    private OriginHeaders() {}

    /** Whose script sends the request; null where no other origin's does. */
    static @Nullable String origin(RequestHead head) {
        List<String> values = head.header("Origin");
        return values.isEmpty() ? null : values.size() == 1 ? values.get(0) : OPAQUE;
    }

    /** A saved answer, as a request of this origin may get it. */
    static HttpAnswer keptFor(@Nullable String origin, HttpAnswer saved) {
        boolean allowed = holds(saved.headers().first(ALLOWED).orElse("*"), origin);
        boolean timed = holds(saved.headers().first(TIMED).orElse("*"), origin);
        if (allowed && timed) {
            return saved;
        }
        List<Header> kept = new ArrayList<>(saved.headers().lines());
        kept.removeIf(
                line -> (!allowed && (line.is(ALLOWED) || line.is(WITH_CREDENTIALS))) || (!timed && line.is(TIMED)));
        return HttpAnswer.owning(saved.status(), Headers.of(kept), saved.array());
    }

    private static boolean holds(String allowed, @Nullable String origin) {
        return allowed.equals("*") || (allowed.equals(origin) && !allowed.equals(OPAQUE));
    }
}
