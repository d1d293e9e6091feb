// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Claim;
import dev.semel.state.Ending;
import dev.semel.state.Reason;
import dev.semel.state.Settle;

/** How statements name what a command asks for. */
final class Terms {

    private Terms() {}

    /** Until when a claim may create a record, by the store's clock (R14). */
    static long acceptedUntil(Claim claim) {
        return claim.keyAge() == null
                ? Micros.NEVER
                : Micros.of(claim.keyAge().born().plus(claim.keyAge().limit()));
    }

    /** How long a claim's record is kept at least while nobody renews it, before the retention. */
    static long longest(Claim claim) {
        return Math.max(Micros.of(claim.lease()), Micros.of(claim.maxDuration()));
    }

    static String ending(Ending ending) {
        return ending instanceof Ending.Save ? "SAVE" : ending instanceof Ending.Release ? "RELEASE" : "DOUBT";
    }

    static String reason(Settle.Verdict verdict) {
        if (verdict instanceof Settle.Verdict.Happened) {
            return Reason.SETTLED_HAPPENED.name();
        }
        return verdict instanceof Settle.Verdict.DidNotHappen
                ? Reason.SETTLED_DID_NOT_HAPPEN.name()
                : Reason.SETTLED_RERUN.name();
    }
}
