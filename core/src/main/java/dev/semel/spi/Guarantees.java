// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import dev.semel.InvalidValueException;

/**
 * What a store promises, as it is deployed (R30). The engine reads it at start-up, and people read it before an incident.
 *
 * @param consistency whether the claim is a linearizable decision
 * @param clock whose clock judges leases and retention
 * @param reach who shares the records
 * @param durability what an acknowledged completion survives
 * @param statement the same in a sentence or two, with what it does <em>not</em> survive
 */
public record Guarantees(
        Consistency consistency, ClockOwner clock, Reach reach, Durability durability, String statement) {

    public Guarantees {
        if (statement.isBlank()) {
            throw new InvalidValueException("guarantees need a statement that says what the store survives");
        }
    }

    /** Whether a claim can be lost to a stale read. */
    public enum Consistency {
        /** Of all claims of a free key exactly one is granted. */
        LINEARIZABLE,
        /** Two claims can both be granted: refused as an arbiter. */
        EVENTUAL
    }

    /** Whose clock judges time. */
    public enum ClockOwner {
        /** The store server's. */
        SERVER,
        /** A monotonic clock of the one process that owns the store. */
        OWNING_PROCESS,
        /** The callers', with a configured maximum skew added before any takeover. */
        CALLERS_WITH_SKEW
    }

    /** Who shares the records. */
    public enum Reach {
        /** One process: other instances of the service do not see its keys. */
        PROCESS,
        /** Every process that reaches the same server or cluster. */
        SHARED
    }

    /** What an acknowledged completion survives. */
    public enum Durability {
        /** Nothing: it is gone with the process. */
        NONE,
        /** The end of the process, not a crash of the machine. */
        PROCESS_CRASH,
        /** A crash or power cut of the machine. */
        MACHINE_CRASH,
        /** The loss of a machine. */
        MACHINE_LOSS
    }
}
