// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

/** When a commit is flushed to the disk: what an acknowledged answer survives. */
public enum SqliteSync {
    /** Before it is acknowledged: a power cut loses nothing. The default. */
    FULL,
    /**
     * Some time later: the end of the process loses nothing, but a power cut or a crash of the machine may take the last
     * acknowledged claims and answers, and their work may then run a second time.
     */
    NORMAL
}
