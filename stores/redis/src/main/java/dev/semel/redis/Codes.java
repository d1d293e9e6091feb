// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Reason;
import dev.semel.state.State;

/**
 * The numbers of states and reasons in stored records. They are the format's own, not the order in which the enums
 * happen to be written: stored records outlive a release.
 */
final class Codes {

    private static final State[] STATES = {
        State.IN_PROGRESS, State.COMPLETED, State.FAILED, State.IN_DOUBT, State.RELEASED
    };
    private static final Reason[] REASONS = {
        Reason.FIRST,
        Reason.LEASE_LAPSED,
        Reason.IN_DOUBT,
        Reason.RELEASED,
        Reason.OLDER_VERSION,
        Reason.SETTLED_HAPPENED,
        Reason.SETTLED_DID_NOT_HAPPEN,
        Reason.SETTLED_RERUN
    };

    private Codes() {}

    static byte of(State state) {
        return indexOf(STATES, state);
    }

    static byte of(Reason reason) {
        return indexOf(REASONS, reason);
    }

    static State state(int code) {
        return known(STATES, code);
    }

    static Reason reason(int code) {
        return known(REASONS, code);
    }

    private static <E> byte indexOf(E[] all, E wanted) {
        byte code = 0;
        while (all[code] != wanted) {
            code++;
        }
        return code;
    }

    private static <E> E known(E[] all, int code) {
        if (code < 0 || code >= all.length) {
            throw new UnreadableRecordException(
                    "a stored record has a state or reason that this version does not know");
        }
        return all[code];
    }
}
