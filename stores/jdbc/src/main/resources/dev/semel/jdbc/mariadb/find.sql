-- Looks records up; locks nothing and changes nothing. A key without a record has a row too, with the store's instant.
WITH w (tenant, operation, `key`) AS (
    -- No rows, only types: parameters have none, and MariaDB cuts what it takes for shorter than it is.
    SELECT tenant, operation, `key`
    FROM semel_record WHERE FALSE
    UNION ALL
    VALUES (?, ?, ?)
)
SELECT w.tenant, w.operation, w.`key`,
       TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now,
       r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason,
       r.created_at, r.lease_until, r.expires_at, r.history,
       r.success, r.answer_attempt, r.schema_version, r.completed_at, r.content_type, r.omitted, r.`body`
FROM w
LEFT JOIN semel_record r FORCE INDEX (PRIMARY)
       ON r.tenant = w.tenant AND r.operation = w.operation AND r.`key` = w.`key`
