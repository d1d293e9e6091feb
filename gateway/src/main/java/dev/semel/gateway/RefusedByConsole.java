// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonObject;
import java.io.Serial;

/** What was asked for was refused; the message is for people. */
final class RefusedByConsole extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String code;

    RefusedByConsole(int status, JsonObject problem) {
        super(Printable.line(problem.getString("detail", "the console answered " + status)));
        this.code = problem.getString("code", "");
    }

    /** The problem's stable code. */
    String code() {
        return code;
    }

    /** What the command exits with. */
    int exit() {
        return switch (code) {
            case "no-record" -> Keys.NO_RECORD;
            case "moved" -> Keys.MOVED;
            case "sign-in-required", "sign-in-refused", "session-expired", "role-missing", "slow-down" ->
                Keys.NOT_ALLOWED;
            default -> Main.FAILED;
        };
    }
}
