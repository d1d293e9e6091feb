// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission.Conflict;
import dev.semel.Admission.Unavailable;
import dev.semel.key.KeyProblem;
import java.time.Duration;
import java.util.Optional;

/** The problems that a request can have, in words. */
final class Problems {

    static final Problem REUSED = Problem.of(
            Problem.Kind.KEY_REUSED,
            "This Idempotency-Key was used for another request. A retry repeats its request exactly: method, path, query,"
                    + " media type and content. A new intent takes a new key.");

    static final Problem EXPIRED = Problem.of(
            Problem.Kind.KEY_EXPIRED,
            "This Idempotency-Key is older than answers are kept, so that it cannot be told whether it was used. Find out"
                    + " whether the work was done before you make a new key.");

    static final Problem HELD = Problem.of(
            Problem.Kind.HELD,
            "Nobody knows what an earlier request with this Idempotency-Key did. It is not run again until somebody has"
                    + " settled it; do not make a new key before.");

    static final Problem SESSION_INVALID = Problem.of(
            Problem.Kind.SESSION_INVALID,
            "A key is issued for a session, and the content names none; expected is a JSON object with a member \"session\":"
                    + " a string of 1 to 255 visible ASCII characters, the id of the checkout, say.");

    static final Problem TENANT_MISSING = Problem.of(
            Problem.Kind.TENANT_MISSING,
            "The request does not say whose Idempotency-Key it carries. Authenticate, or send what identifies the account.");

    static final Problem BODY_TOO_LARGE = Problem.of(
            Problem.Kind.BODY_TOO_LARGE, "The content is larger than this operation accepts; nothing was done.");

    static final Problem DIGEST_MISMATCH = Problem.of(
            Problem.Kind.DIGEST_MISMATCH,
            "The content that arrived is not the one that Content-Digest announces; nothing was done. Send it again.");

    static final Problem OVERLOADED = Problem.passing(
            Problem.Kind.OVERLOADED,
            "Too many requests are under way; nothing was done. Retry later with the same Idempotency-Key.",
            Duration.ofSeconds(1));

    static final Problem NO_ROOM_TO_REPLAY = Problem.passing(
            Problem.Kind.OVERLOADED,
            "The answer to this request is saved, but too many are being sent at the moment. Retry later with the same"
                    + " Idempotency-Key.",
            Duration.ofSeconds(1));

    static final Problem CAME_TO_NOTHING = Problem.passing(
            Problem.Kind.IN_PROGRESS,
            "The request with this Idempotency-Key that this one has waited for ended without an answer. Retry with the same"
                    + " key and content.",
            Duration.ofSeconds(1));

    private Problems() {}

    static Problem of(KeyProblem problem) {
        Problem.Kind kind = Problem.Kind.KEY_INVALID;
        return new Problem(kind, problem.code(), kind.status(), problem.detail(), Optional.empty());
    }

    static Problem of(Conflict conflict) {
        return conflict.cause() == Conflict.Cause.IN_PROGRESS
                ? Problem.passing(
                        Problem.Kind.IN_PROGRESS,
                        "The first request with this Idempotency-Key is still being processed. Retry later with the same key"
                                + " and content.",
                        conflict.retryAfter())
                : Problem.passing(
                        Problem.Kind.IN_DOUBT,
                        "It is not yet known what an earlier request with this Idempotency-Key did. Retry later with the"
                                + " same key and content.",
                        conflict.retryAfter());
    }

    static Problem of(Unavailable unavailable) {
        return switch (unavailable.cause()) {
            case OVERLOADED -> OVERLOADED;
            case UNREADABLE -> unreadable(unavailable.retryAfter());
            default ->
                Problem.passing(
                        Problem.Kind.UNAVAILABLE,
                        "It cannot be told now whether this request was processed before, so that nothing was done. Retry"
                                + " later with the same Idempotency-Key and content.",
                        unavailable.retryAfter());
        };
    }

    static Problem notKept(Optional<String> status) {
        return Problem.of(
                Problem.Kind.ANSWER_NOT_KEPT,
                "The request with this Idempotency-Key was processed"
                        + status.map(code -> " and answered with status " + code)
                                .orElse("")
                        + ", but the answer was too large to be kept, or came with too many others. It is not processed again;"
                        + " ask for what it made.");
    }

    static Problem unreadable(Duration retryAfter) {
        return Problem.passing(
                Problem.Kind.UNREADABLE,
                "This Idempotency-Key was used, and its answer cannot be read now; nothing was done again. Retry later with"
                        + " the same key and content.",
                retryAfter);
    }
}
