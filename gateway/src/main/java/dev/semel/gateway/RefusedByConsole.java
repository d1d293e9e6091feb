// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonObject;
import java.io.Serial;

/** What was asked for was refused, or not answered; the message is for people. */
final class RefusedByConsole extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private static final int NO_STATUS = 0;
    private static final int FIRST_OF_SERVERS = 500;

    private final int status;
    private final String code;
    private final transient JsonObject problem;

    RefusedByConsole(int status, JsonObject problem) {
        super(Printable.line(problem.getString("detail", "the console answered " + status)));
        this.status = status;
        this.code = problem.getString("code", "");
        this.problem = problem;
    }

    /** It was asked, and nobody heard what the console said. */
    static RefusedByConsole unanswered(String detail) {
        return new RefusedByConsole(NO_STATUS, problem("unanswered", "The gateway was not heard", detail));
    }

    /** A settlement was sent, and may have been applied. */
    static RefusedByConsole notKnown(RefusedByConsole because) {
        String detail = because.getMessage()
                + "; it is not known whether it was applied: look again with semel keys show, and repeat it only if it still waits";
        return new RefusedByConsole(
                NO_STATUS, problem("not-known", "Nobody knows whether the settlement was applied", detail));
    }

    static JsonObject problem(String code, String title, String detail) {
        return new JsonObject().put("code", code).put("title", title).put("detail", detail);
    }

    /** Whether what was asked may have been done all the same. */
    boolean leavesItOpen() {
        return status == NO_STATUS || (status >= FIRST_OF_SERVERS && !code.equals("not-settleable"));
    }

    /** The problem's stable code. */
    String code() {
        return code;
    }

    /** The whole problem, for programs. */
    JsonObject problem() {
        return problem;
    }

    /** What the command exits with. */
    int exit() {
        return switch (code) {
            case "no-record" -> Keys.NO_RECORD;
            case "moved" -> Keys.MOVED;
            case "not-known" -> Keys.NOT_KNOWN;
            case "sign-in-required", "sign-in-refused", "session-expired", "role-missing", "slow-down" ->
                Keys.NOT_ALLOWED;
            default -> Main.FAILED;
        };
    }
}
