// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.json.JsonObject;

/**
 * Why a command did not do what it was asked for. Immutable.
 *
 * @param exit what the command exits with
 * @param line for people
 * @param problem for programs
 */
record Complaint(int exit, String line, JsonObject problem) {

    static Complaint of(RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof RefusedByConsole refused) {
            return new Complaint(refused.exit(), "semel: " + message, refused.problem());
        }
        if (failure instanceof Main.WrongUse) {
            return new Complaint(
                    Main.WRONG_USE,
                    "semel: " + message,
                    RefusedByConsole.problem("wrong-use", "The command makes no sense", message));
        }
        if (failure instanceof BadConfiguration) {
            return new Complaint(
                    Main.FAILED,
                    message,
                    RefusedByConsole.problem("bad-configuration", "The configuration is wrong", message));
        }
        return new Complaint(
                Main.FAILED, "semel: " + message, RefusedByConsole.problem("failed", "The command failed", message));
    }
}
