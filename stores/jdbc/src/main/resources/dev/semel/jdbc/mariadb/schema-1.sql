-- SPDX-License-Identifier: Apache-2.0
-- Semel on MariaDB 11.4 or newer and MySQL 8.0.21 or newer, schema version 1. Takes no parameters: give it to Flyway,
-- Liquibase or the client as it is. May be run again, and by several processes at once: it makes what is missing.
-- All instants are microseconds since 1970 by this server's clock; 9223372036854775807 is "never".

CREATE TABLE IF NOT EXISTS semel_record (
    -- Bytes of UTF-8, so that no collation has a say: a tenant's 255 characters are at most 765 of them.
    tenant          VARBINARY(765) NOT NULL,
    operation       VARBINARY(200) NOT NULL,
    `key`           VARBINARY(255) NOT NULL,
    format          SMALLINT       NOT NULL, -- how the rest is to be read; a reader refuses what is newer than itself
    state           VARCHAR(11)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- IN_PROGRESS, COMPLETED, FAILED, IN_DOUBT, RELEASED
    fingerprint     BINARY(32)     NOT NULL,
    attempt         INT            NOT NULL,
    claim_origin    BIGINT         NOT NULL, -- the claim id is these two
    claim_sequence  BIGINT         NOT NULL,
    reason          VARCHAR(32)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at      BIGINT         NOT NULL,
    lease_until     BIGINT         NOT NULL,
    expires_at      BIGINT         NOT NULL,
    history         MEDIUMTEXT     CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, -- a line for each attempt or settlement, the last eight
    success         BOOLEAN,                 -- from here on the saved answer; null when there is none
    answer_attempt  INT,
    schema_version  INT,
    completed_at    BIGINT,
    content_type    VARCHAR(255)   CHARACTER SET ascii COLLATE ascii_bin,
    omitted         BOOLEAN,
    `body`          LONGBLOB,
    PRIMARY KEY (tenant, operation, `key`),
    INDEX semel_expiry (expires_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- Last, and with its row at once: whoever sees this table sees all of the schema, though every statement here commits.
CREATE TABLE IF NOT EXISTS semel_schema (
    version INT NOT NULL PRIMARY KEY
) ENGINE = InnoDB
SELECT 1 AS version;
