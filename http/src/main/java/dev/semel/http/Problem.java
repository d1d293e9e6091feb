// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.InvalidValueException;
import java.time.Duration;
import java.util.Optional;

/**
 * Why a request gets neither its handler's answer nor a saved one; a {@link Dialect} puts it into words on the wire. It
 * shows no key, tenant or payload (R27). Immutable.
 *
 * @param kind what is wrong, for a dialect to choose by
 * @param code the stable name of the problem, in lower case with dashes; an anchor of docs/errors.md
 * @param status the status that the {@code ietf} dialect answers
 * @param detail a sentence for people: what is wrong, and what to do
 * @param retryAfter after how long a retry makes sense; present exactly where one does
 */
public record Problem(Kind kind, String code, int status, String detail, Optional<Duration> retryAfter) {

    public Problem {
        if (kind.retries != retryAfter.isPresent()) {
            throw new InvalidValueException("Retry-After belongs to problems that pass, and to all of those: " + kind);
        }
    }

    /** A problem with the code and status of its kind. */
    static Problem of(Kind kind, String detail) {
        return new Problem(kind, kind.code, kind.status, detail, Optional.empty());
    }

    /** A problem that passes. */
    static Problem passing(Kind kind, String detail, Duration retryAfter) {
        return new Problem(kind, kind.code, kind.status, detail, Optional.of(retryAfter));
    }

    /** The same problem with another status. */
    Problem withStatus(int other) {
        return other == status ? this : new Problem(kind, code, other, detail, retryAfter);
    }

    /** The short text that is the same for all problems of the kind. */
    public String title() {
        return kind.title;
    }

    /** What can be wrong; new kinds may come in a minor version. */
    public enum Kind {
        /** The operation requires a key, and there is none. */
        KEY_MISSING("key-missing", 400, "Idempotency-Key is missing", false),
        /** The key header has several values. */
        KEY_REPEATED("key-repeated", 400, "Idempotency-Key has several values", false),
        /** The key header, or the member of the body that should hold the key, cannot be read. */
        KEY_MALFORMED("key-malformed", 400, "Idempotency-Key is malformed", false),
        /** The key breaks the operation's rules; the code is that of the rule. */
        KEY_INVALID("key-invalid", 400, "Idempotency-Key is not acceptable", false),
        /** A key is asked for, and the content names no session. */
        SESSION_INVALID("session-invalid", 400, "The session is missing or malformed", false),
        /** It cannot be told who owns the key. */
        TENANT_MISSING("tenant-missing", 400, "The owner of the Idempotency-Key is unknown", false),
        /** A client certificate names the owner of the key, and there is none. */
        CERTIFICATE_MISSING("certificate-missing", 403, "A client certificate is needed", false),
        /** A client certificate names the owner of the key, and this one names nobody, or counts no more. */
        CERTIFICATE_REFUSED("certificate-refused", 403, "The client certificate is not accepted", false),
        /** The body is not what its {@code Content-Digest} says. */
        DIGEST_MISMATCH("digest-mismatch", 400, "Content-Digest does not match the content", false),
        /** The body is larger than the limit. */
        BODY_TOO_LARGE("body-too-large", 413, "The request's content is too large", false),
        /** The key was used for another request. */
        KEY_REUSED("key-reused", 422, "Idempotency-Key is already used", false),
        /** The first request with this key still runs. */
        IN_PROGRESS("in-progress", 409, "A request is outstanding for this Idempotency-Key", true),
        /** It is not yet known what an earlier request with this key did. */
        IN_DOUBT("in-doubt", 409, "The outcome for this Idempotency-Key is not yet known", true),
        /** Nobody knows what an earlier request did, and somebody has to settle it. */
        HELD("held", 409, "The outcome for this Idempotency-Key has to be settled", false),
        /** The key is older than its operation keeps answers. */
        KEY_EXPIRED("key-expired", 410, "Idempotency-Key has expired", false),
        /** The work was done, but its answer was too large to keep. */
        ANSWER_NOT_KEPT("answer-not-kept", 410, "The request was processed, and its answer was not kept", false),
        /** The store cannot be reached. */
        UNAVAILABLE("unavailable", 503, "Idempotency cannot be guaranteed now", true),
        /** Too much is under way in this process. */
        OVERLOADED("overloaded", 503, "Too many requests are under way", true),
        /** There is a record that this process cannot read. */
        UNREADABLE("unreadable", 503, "The saved answer cannot be read", true),
        /** A proxy knows no upstream for this path. */
        NO_ROUTE("no-route", 404, "Nothing is served here", false),
        /** A proxy could not reach its upstream, and has sent nothing. */
        UPSTREAM_UNREACHABLE("upstream-unreachable", 503, "The service cannot be reached", true),
        /** A proxy's upstream broke off after the request was sent. */
        UPSTREAM_FAILED("upstream-failed", 502, "The service gave no complete answer", false),
        /** A proxy's upstream did not answer in time. */
        UPSTREAM_TIMEOUT("upstream-timeout", 504, "The service did not answer in time", false),
        /** A proxy's client did not send all of its request in time. */
        REQUEST_TIMEOUT("request-timeout", 408, "The request did not arrive in time", false),
        /** A client asks for another protocol where requests run once. */
        UPGRADE_REFUSED("upgrade-refused", 400, "The protocol cannot be changed here", false);

        private final String code;
        private final int status;
        private final String title;
        private final boolean retries;

        Kind(String code, int status, String title, boolean retries) {
            this.code = code;
            this.status = status;
            this.title = title;
            this.retries = retries;
        }

        /** The code of problems of this kind. */
        public String code() {
            return code;
        }

        /** The status that the {@code ietf} dialect answers. */
        public int status() {
            return status;
        }
    }
}
