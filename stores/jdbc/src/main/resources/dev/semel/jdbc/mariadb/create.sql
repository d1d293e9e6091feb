-- Takes keys that have no record (Transitions.onNewKey). Whoever comes second changes nothing and gets the first one's row:
-- the claim id says whose it is. IGNORE would do that too, and cut off what is too long without an error.
INSERT INTO semel_record (tenant, operation, `key`, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                          reason, created_at, lease_until, expires_at, history)
WITH w (tenant, operation, `key`, fingerprint, claim_origin, claim_sequence, lease, longest, retention, accepted_until) AS (
    -- No rows, only types: parameters have none, and MariaDB cuts what it takes for shorter than it is.
    SELECT tenant, operation, `key`, fingerprint, claim_origin, claim_sequence, lease_until, lease_until, lease_until, expires_at
    FROM semel_record WHERE FALSE
    UNION ALL
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
)
SELECT w.tenant, w.operation, w.`key`, 1, 'IN_PROGRESS', w.fingerprint, 1, w.claim_origin, w.claim_sequence,
       'FIRST', clock.now, clock.now + w.lease, clock.now + w.longest + w.retention, ''
FROM w
CROSS JOIN (SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now) clock
WHERE clock.now <= w.accepted_until
ON DUPLICATE KEY UPDATE attempt = semel_record.attempt
RETURNING tenant, operation, `key`,
          TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now,
          format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
          created_at, lease_until, expires_at, history,
          success, answer_attempt, schema_version, completed_at, content_type, omitted, `body`
