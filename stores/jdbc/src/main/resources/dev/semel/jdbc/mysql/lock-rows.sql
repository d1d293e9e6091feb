-- Locks the rows that can be had without waiting, before a change, and says what they are like.
WITH w (tenant, operation, `key`) AS (
    -- No rows, only types: parameters have none, and MariaDB cuts what it takes for shorter than it is.
    SELECT tenant, operation, `key`
    FROM semel_record WHERE FALSE
    UNION ALL
    VALUES (?, ?, ?)
)
SELECT r.tenant, r.operation, r.`key`,
       TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now,
       r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason,
       r.created_at, r.lease_until
FROM w
STRAIGHT_JOIN semel_record r FORCE INDEX (PRIMARY)
           ON r.tenant = w.tenant AND r.operation = w.operation AND r.`key` = w.`key`
FOR UPDATE SKIP LOCKED
