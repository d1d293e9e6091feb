// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

/** What can go wrong between a caller and its store. */
public enum Fault {
    /** The request never reaches the store, and the call fails: nothing happened. */
    REQUEST_LOST,
    /** The effect happens, and the call fails all the same: its reply got lost. */
    REPLY_LOST,
    /** The request reaches the store only when {@link Strike#letGo()} says so; until then it has no effect. */
    REQUEST_DELAYED,
    /** The effect happens at once; the caller hears of it only when {@link Strike#letGo()} says so. */
    REPLY_DELAYED,
    /** The request is delivered twice, one after the other; the caller gets the answer to the first delivery. */
    TWICE_FIRST_ANSWER,
    /** The request is delivered twice, one after the other; the caller gets the answer to the second delivery. */
    TWICE_SECOND_ANSWER,
    /** All goes well, but the request is delivered once more when {@link Strike#letGo()} says so: a late duplicate. */
    ECHOED,
    /** The request never reaches the store, and the caller never hears anything. */
    REQUEST_SWALLOWED,
    /** The effect happens, and the caller never hears anything. */
    REPLY_SWALLOWED
}
