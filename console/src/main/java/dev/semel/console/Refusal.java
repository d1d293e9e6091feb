// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.io.Serial;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request gets a problem instead of what it asked for. Thrown, since it ends everything from wherever it is found, on any
 * thread; the console's door makes it an answer.
 */
final class Refusal extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private static final String PAGE = "https://semel.dev/errors#console-";

    private final Kind kind;
    private final transient Map<String, Object> more = new LinkedHashMap<>();

    Refusal(Kind kind, String detail) {
        super(detail, null, false, false);
        this.kind = kind;
    }

    /** With the record as it stands. */
    static Refusal moved(Map<String, @Nullable Object> record, AppliedBefore applied) {
        Refusal refusal = new Refusal(Kind.MOVED, applied.detail());
        refusal.more.put("record", record);
        refusal.more.put("applied", applied.word());
        return refusal;
    }

    static Refusal later(Kind kind, String detail, Duration wait) {
        Refusal refusal = new Refusal(kind, detail);
        refusal.more.put("retryAfterSeconds", Math.max(1, wait.plusMillis(999).toSeconds()));
        return refusal;
    }

    static Refusal invalid(@Nullable String detail) {
        return new Refusal(Kind.INVALID, detail == null ? "something in the request is wrong" : detail);
    }

    Kind kind() {
        return kind;
    }

    /** After how many seconds it may pass; null where time alone does not help. */
    @Nullable
    Object retryAfter() {
        return more.get("retryAfterSeconds");
    }

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", PAGE + kind.code);
        body.put("title", kind.title);
        body.put("status", kind.status);
        body.put("detail", String.valueOf(getMessage()));
        body.put("code", kind.code);
        body.putAll(more);
        return body;
    }

    /** What can be wrong; docs/errors.md explains each. */
    enum Kind {
        SIGN_IN_REQUIRED("sign-in-required", 401, "Somebody has to sign in"),
        SESSION_EXPIRED("session-expired", 401, "The session has ended"),
        SIGN_IN_REFUSED("sign-in-refused", 401, "The sign-in was refused"),
        SLOW_DOWN("slow-down", 429, "Too many sign-ins failed"),
        ROLE_MISSING("role-missing", 403, "A role is missing"),
        CSRF("csrf", 403, "The request does not show that it comes from the console"),
        HOST_UNKNOWN("host-unknown", 403, "The console is not known by this name"),
        ORIGIN_UNKNOWN("origin-unknown", 403, "The request comes from another site"),
        INVALID("invalid", 400, "The request is wrong"),
        NO_RECORD("no-record", 404, "There is no such record"),
        STALE_REFERENCE("stale-reference", 410, "The reference is of an earlier start"),
        MOVED("moved", 409, "The record moved meanwhile"),
        NOT_SETTLEABLE("not-settleable", 501, "This store cannot settle"),
        NOT_BROWSABLE("not-browsable", 501, "This store cannot be searched"),
        NOTHING_HERE("nothing-here", 404, "There is nothing here"),
        METHOD_NOT_ALLOWED("method-not-allowed", 405, "This cannot be done here"),
        TOO_LARGE("too-large", 413, "The request is too large"),
        NOT_JSON("not-json", 415, "The request is not JSON"),
        UNAVAILABLE("unavailable", 503, "The store does not answer"),
        UNREADABLE("unreadable", 500, "The record cannot be read"),
        FAILED("failed", 500, "Something failed");

        private final String code;
        private final int status;
        private final String title;

        Kind(String code, int status, String title) {
            this.code = code;
            this.status = status;
            this.title = title;
        }

        int status() {
            return status;
        }

        String code() {
            return code;
        }
    }
}
