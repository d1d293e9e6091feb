// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.util.concurrent.CompletionStage;

/** The work that is to run once, without blocking. */
@FunctionalInterface
public interface AsyncHandler {

    /** Starts the work; the stage says how it ended. A failure is judged by the operation's classifier. */
    CompletionStage<Outcome> handle(Ticket ticket) throws Exception;
}
