-- Ends attempts (Transitions.onFinish), each only if it is the current one, by its row locked and judged. A row that is
-- locked, as by a transaction that completes it, is skipped.
INSERT INTO semel_record (tenant, operation, `key`, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                          reason, created_at, lease_until, expires_at, history,
                          success, answer_attempt, schema_version, completed_at, content_type, omitted, `body`)
WITH w (tenant, operation, `key`, attempt, claim_origin, claim_sequence, ending, doubt_settled, retention, holds,
        success, schema_version, content_type, omitted, `body`) AS (
    -- No rows, only types: parameters have none, and MariaDB cuts what it takes for shorter than it is.
    SELECT tenant, operation, `key`, attempt, claim_origin, claim_sequence, state, success, lease_until, success,
           success, schema_version, content_type, omitted, `body`
    FROM semel_record WHERE FALSE
    UNION ALL
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
)
SELECT r.tenant, r.operation, r.`key`, r.format,
       CASE
           WHEN w.ending = 'SAVE' THEN CASE WHEN w.success THEN 'COMPLETED' ELSE 'FAILED' END
           -- A rerun that saved nothing leaves the older answer as it was.
           WHEN r.success THEN 'COMPLETED'
           WHEN NOT r.success THEN 'FAILED'
           WHEN w.ending = 'RELEASE'
               AND (w.doubt_settled OR r.reason NOT IN ('LEASE_LAPSED', 'IN_DOUBT')) THEN 'RELEASED'
           ELSE 'IN_DOUBT'
       END,
       r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason, r.created_at, r.lease_until,
       CASE
           WHEN w.ending = 'SAVE' THEN clock.now + w.retention
           WHEN r.success IS NOT NULL THEN r.expires_at
           WHEN w.ending = 'RELEASE'
               AND (w.doubt_settled OR r.reason NOT IN ('LEASE_LAPSED', 'IN_DOUBT')) THEN clock.now + w.retention
           WHEN w.holds THEN 9223372036854775807
           ELSE clock.now + w.retention
       END,
       r.history,
       CASE WHEN w.ending = 'SAVE' THEN w.success ELSE r.success END,
       CASE WHEN w.ending = 'SAVE' THEN r.attempt ELSE r.answer_attempt END,
       CASE WHEN w.ending = 'SAVE' THEN w.schema_version ELSE r.schema_version END,
       CASE WHEN w.ending = 'SAVE' THEN clock.now ELSE r.completed_at END,
       CASE WHEN w.ending = 'SAVE' THEN w.content_type ELSE r.content_type END,
       CASE WHEN w.ending = 'SAVE' THEN w.omitted ELSE r.omitted END,
       w.`body`
FROM w
CROSS JOIN (SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now) clock
STRAIGHT_JOIN semel_record r FORCE INDEX (PRIMARY)
           ON r.tenant = w.tenant AND r.operation = w.operation AND r.`key` = w.`key`
WHERE r.attempt = w.attempt AND r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
  AND (r.state = 'IN_PROGRESS' OR (r.state = 'IN_DOUBT' AND w.ending = 'SAVE'))
  AND r.expires_at > clock.now
  AND r.format <= 1
FOR UPDATE SKIP LOCKED
ON DUPLICATE KEY UPDATE
    state          = VALUES(state),
    expires_at     = VALUES(expires_at),
    success        = VALUES(success),
    answer_attempt = VALUES(answer_attempt),
    schema_version = VALUES(schema_version),
    completed_at   = VALUES(completed_at),
    content_type   = VALUES(content_type),
    omitted        = VALUES(omitted),
    -- An older answer's body is left where it is: that of an earlier attempt.
    `body`           = CASE WHEN VALUES(answer_attempt) = VALUES(attempt) THEN VALUES(`body`) ELSE semel_record.`body` END
RETURNING tenant, operation, `key`,
          TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now,
          format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
          created_at, lease_until, expires_at, history,
          success, answer_attempt, schema_version, completed_at, content_type, omitted,
          -- Who has just sent a body needs no copy of it.
          CASE WHEN answer_attempt = attempt THEN NULL ELSE `body` END AS `body`
