// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

import dev.semel.state.History;
import dev.semel.state.Reason;

/**
 * What protected work may know of its attempt. As an argument of a controller's method it is given by Spring; as an argument of
 * another bean's method it is put in the place of whatever the caller passes. As a bean it is that of the call or request that
 * runs on the current thread, and throws {@link IllegalStateException} where none does. Safe for use by several threads; it can
 * end nothing.
 */
public interface IdempotencyContext {

    /** The operation's name. */
    String operation();

    /** The attempt's number, from 1; see {@link dev.semel.Ticket#attempt()} for what it is not. */
    int attempt();

    /** Why this attempt began (R11). */
    Reason reason();

    /** The attempts before this one. */
    History history();

    /** Whether this attempt still owns the key for certain (R10). */
    boolean isOwner();

    /** Whether this attempt runs without protection: the store could not be reached (R29), or {@code semel.enabled=false}. */
    boolean isDegraded();

    /** Calls the signal once when ownership is lost. */
    void onLost(Runnable signal);
}
