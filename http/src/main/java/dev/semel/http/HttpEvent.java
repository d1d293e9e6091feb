// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.event.SemelEvent;

/**
 * Something that happened before the engine was asked, so that its own events do not tell. The hierarchy is open, like the
 * engine's. No event shows a key, a tenant or a payload (R27).
 */
public interface HttpEvent extends SemelEvent {

    /** The operation's name. */
    String operation();

    /**
     * A request was refused: its key, its tenant or its body is not what it should be.
     *
     * @param operation the operation's name
     * @param code the problem's code, one of a few dozen
     * @param status the status of the problem
     */
    record Refused(String operation, String code, int status) implements HttpEvent {
        @Override
        public String describe() {
            return "a request of " + operation + " was refused with " + status + " (" + code + ")";
        }
    }
}
