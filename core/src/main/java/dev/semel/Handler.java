// SPDX-License-Identifier: Apache-2.0
package dev.semel;

/** The work that is to run once, on its caller's thread. */
@FunctionalInterface
public interface Handler {

    /** Does the work and says how it ended. An exception is judged by the operation's classifier. */
    Outcome handle(Ticket ticket) throws Exception;
}
