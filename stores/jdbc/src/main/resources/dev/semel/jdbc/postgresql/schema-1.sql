-- SPDX-License-Identifier: Apache-2.0
-- Semel on PostgreSQL 15 or newer, schema version 1. Takes no parameters: give it to Flyway, Liquibase or psql as it is.
-- All instants are microseconds since 1970 by this server's clock; 9223372036854775807 is "never".

CREATE TABLE semel_record (
    tenant          text COLLATE "C" NOT NULL,
    operation       text COLLATE "C" NOT NULL,
    key             text COLLATE "C" NOT NULL,
    format          smallint         NOT NULL, -- how the rest is to be read; a reader refuses what is newer than itself
    state           text             NOT NULL, -- IN_PROGRESS, COMPLETED, FAILED, IN_DOUBT, RELEASED
    fingerprint     bytea            NOT NULL,
    attempt         integer          NOT NULL,
    claim_origin    bigint           NOT NULL, -- the claim id is these two
    claim_sequence  bigint           NOT NULL,
    reason          text             NOT NULL,
    created_at      bigint           NOT NULL,
    lease_until     bigint           NOT NULL,
    expires_at      bigint           NOT NULL,
    purge_from      bigint           NOT NULL, -- the purge begins to look at the row: never after expires_at, and seldom before
    history         text             NOT NULL, -- a line for each attempt or settlement, the last eight
    success         boolean,                   -- from here on the saved answer; null when there is none
    answer_attempt  integer,
    schema_version  integer,
    completed_at    bigint,
    content_type    text,
    omitted         boolean,
    body            bytea,
    PRIMARY KEY (key, tenant, operation) -- the key first: it tells rows apart at once, and new UUIDv7 keys stay neighbours
) WITH (
    -- Room for an answer of 1 KiB beside each new record: its completion then stays on its page and touches no index, and
    -- the page fills up with it. And a vacuum that follows the purge instead of a fifth of the table.
    fillfactor = 15, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05
);

CREATE INDEX semel_record_purge ON semel_record (purge_from);

CREATE TABLE semel_schema (
    version integer NOT NULL PRIMARY KEY
);

INSERT INTO semel_schema (version) VALUES (1);
