-- SPDX-License-Identifier: Apache-2.0
-- Semel on SQLite, schema version 1. All instants are microseconds since 1970 by the clock of the process that owns the file;
-- 9223372036854775807 is "never".

PRAGMA page_size = 16384;          -- a commit of many records writes few, large frames
PRAGMA application_id = 1397050700; -- "SEML": a file without it is somebody else's, and is left alone

CREATE TABLE semel_record (
    id              INTEGER PRIMARY KEY, -- in the order of the claims, so that answers are appended whatever the keys look like
    tenant          TEXT    NOT NULL COLLATE BINARY,
    operation       TEXT    NOT NULL COLLATE BINARY,
    key             TEXT    NOT NULL COLLATE BINARY,
    format          INTEGER NOT NULL, -- how the rest is to be read; a reader refuses what is newer than itself
    state           TEXT    NOT NULL, -- IN_PROGRESS, COMPLETED, FAILED, IN_DOUBT, RELEASED
    fingerprint     BLOB    NOT NULL,
    attempt         INTEGER NOT NULL,
    claim_origin    INTEGER NOT NULL, -- the claim id is these two
    claim_sequence  INTEGER NOT NULL,
    reason          TEXT    NOT NULL,
    created_at      INTEGER NOT NULL,
    lease_until     INTEGER NOT NULL,
    lease           INTEGER NOT NULL, -- its length: after a restart an open lease runs it once more
    expires_at      INTEGER NOT NULL,
    history         TEXT    NOT NULL, -- a line for each attempt or settlement, the last eight
    success         INTEGER,          -- from here on the saved answer; null when there is none
    answer_attempt  INTEGER,
    schema_version  INTEGER,
    completed_at    INTEGER,
    content_type    TEXT,
    omitted         INTEGER,
    body            BLOB,
    -- The key first: it decides nearly every comparison, where tenant and operation are mostly the same.
    UNIQUE (key, tenant, operation)
);

-- The purge's. With the state in it, the open leases are found at a start without reading any answer.
CREATE INDEX semel_record_expiry ON semel_record (expires_at, state);

CREATE TABLE semel_clock (
    latest INTEGER NOT NULL -- the instant of the latest write: a later owner's clock starts no earlier
);

INSERT INTO semel_clock (latest) VALUES (0);

CREATE TABLE semel_schema (
    version INTEGER NOT NULL PRIMARY KEY
);

INSERT INTO semel_schema (version) VALUES (1);

PRAGMA journal_mode = WAL;
