// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

/** Which of its statements a server is sent that speaks PostgreSQL's protocol. */
enum PostgresKind {

    /** PostgreSQL itself, and what has its storage: rows are found again by their place, and plans are pinned by settings. */
    POSTGRESQL(true, true),

    /** The same, and lone commands are sent as those of a crowd are: a test sends one command at a time. */
    POSTGRESQL_IN_BULK(false, true),

    /**
     * Another database with PostgreSQL's protocol and without its storage, as CockroachDB and YugabyteDB are: rows have no
     * place, and a planner of its own knows other settings.
     */
    RELATIVE(true, false);

    private final boolean small;
    private final boolean itself;

    PostgresKind(boolean small, boolean itself) {
        this.small = small;
        this.itself = itself;
    }

    /** Whether a lone claim has a statement of its own. */
    boolean claimsAlone() {
        return small;
    }

    /** Whether a lone answer has one; it finds the row that it has locked by its place. */
    boolean savesAlone() {
        return small && itself;
    }

    /** Whether a row has a place in its table ({@code ctid}) by which the statement that has locked it finds it again. */
    boolean hasPlaces() {
        return itself;
    }

    /** Whether settings for PostgreSQL's planner go ahead of a statement. */
    boolean takesSettings() {
        return itself;
    }
}
