-- Frees what claims took that nobody waits for any more (Transitions.onAbandon). A row that somebody has locked is skipped.
INSERT INTO semel_record (tenant, operation, `key`, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                          reason, created_at, lease_until, expires_at, history)
WITH w (tenant, operation, `key`, claim_origin, claim_sequence) AS (
    -- No rows, only types: parameters have none, and MariaDB cuts what it takes for shorter than it is.
    SELECT tenant, operation, `key`, claim_origin, claim_sequence
    FROM semel_record WHERE FALSE
    UNION ALL
    VALUES (?, ?, ?, ?, ?)
)
SELECT r.tenant, r.operation, r.`key`, r.format,
       CASE
           WHEN r.success THEN 'COMPLETED'
           WHEN NOT r.success THEN 'FAILED'
           -- It ran nothing, but the attempt that it took over from may have: that doubt stays.
           WHEN r.reason IN ('LEASE_LAPSED', 'IN_DOUBT') THEN 'IN_DOUBT'
           ELSE 'RELEASED'
       END,
       r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason, r.created_at, r.lease_until, r.expires_at, ''
FROM w
CROSS JOIN (SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now) clock
STRAIGHT_JOIN semel_record r FORCE INDEX (PRIMARY)
           ON r.tenant = w.tenant AND r.operation = w.operation AND r.`key` = w.`key`
WHERE r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
  AND r.state = 'IN_PROGRESS'
  AND r.expires_at > clock.now
  AND r.format <= 1
FOR UPDATE SKIP LOCKED
ON DUPLICATE KEY UPDATE
    state = VALUES(state)
RETURNING tenant, operation, `key`
