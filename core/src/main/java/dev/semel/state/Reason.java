// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

/** Why an attempt began, or what a settlement decided; kept in the record's history (R11). */
public enum Reason {
    /** The key was new. */
    FIRST,
    /** The attempt before let its lease lapse: a crash, a pause, a partition. Nobody knows what it did. */
    LEASE_LAPSED,
    /** The attempt before ended in doubt. */
    IN_DOUBT,
    /** The attempt before is known to have done nothing. */
    RELEASED,
    /** The saved answer is of an older schema version and the operation chose to run again (R20). */
    OLDER_VERSION,
    /** Somebody settled the record: it happened, with this answer. */
    SETTLED_HAPPENED,
    /** Somebody settled the record: it did not happen. */
    SETTLED_DID_NOT_HAPPEN,
    /** Somebody settled the record: nobody knows, and it may run again. The attempts after it began for this reason. */
    SETTLED_RERUN;

    /** Whether an attempt that began for this reason follows one whose effects nobody knows. */
    public boolean followsDoubt() {
        return this == LEASE_LAPSED || this == IN_DOUBT;
    }
}
