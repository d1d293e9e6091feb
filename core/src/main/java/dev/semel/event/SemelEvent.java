// SPDX-License-Identifier: Apache-2.0
package dev.semel.event;

/** Something that an operator may want to count, alert on or look at. */
public interface SemelEvent {

    /** Whether an operator should see it in the log even when nobody listens. */
    default boolean isWarning() {
        return false;
    }

    /** A sentence for the log, without any key, tenant or payload: what happened, and what follows from it. */
    String describe();
}
