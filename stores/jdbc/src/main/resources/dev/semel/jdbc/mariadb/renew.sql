-- Lets living attempts keep their leases (Transitions.onRenew). A row that somebody has locked is skipped.
INSERT INTO semel_record (tenant, operation, `key`, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                          reason, created_at, lease_until, expires_at, history)
WITH w (tenant, operation, `key`, attempt, claim_origin, claim_sequence, lease, retention) AS (
    -- No rows, only types: parameters have none, and MariaDB cuts what it takes for shorter than it is.
    SELECT tenant, operation, `key`, attempt, claim_origin, claim_sequence, lease_until, lease_until
    FROM semel_record WHERE FALSE
    UNION ALL
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
)
SELECT r.tenant, r.operation, r.`key`, r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence,
       r.reason, r.created_at, clock.now + w.lease, GREATEST(r.expires_at, clock.now + w.lease + w.retention), ''
FROM w
CROSS JOIN (SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now) clock
STRAIGHT_JOIN semel_record r FORCE INDEX (PRIMARY)
           ON r.tenant = w.tenant AND r.operation = w.operation AND r.`key` = w.`key`
WHERE r.attempt = w.attempt AND r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
  AND r.state = 'IN_PROGRESS'
  AND r.expires_at > clock.now
  AND r.format <= 1
FOR UPDATE SKIP LOCKED
ON DUPLICATE KEY UPDATE
    lease_until = VALUES(lease_until),
    expires_at  = VALUES(expires_at)
RETURNING tenant, operation, `key`
