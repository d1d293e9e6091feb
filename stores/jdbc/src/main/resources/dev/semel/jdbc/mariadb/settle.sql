-- Applies somebody's decision about a doubtful record (Transitions.onSettle), only to the attempt that was looked at.
INSERT INTO semel_record (tenant, operation, `key`, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                          reason, created_at, lease_until, expires_at, history,
                          success, answer_attempt, schema_version, completed_at, content_type, omitted, `body`)
WITH w (tenant, operation, `key`, attempt, claim_origin, claim_sequence, settlement_origin, settlement_sequence,
        reason, words, retention, success, schema_version, content_type, omitted, `body`) AS (
    -- No rows, only types: parameters have none, and MariaDB cuts what it takes for shorter than it is.
    SELECT tenant, operation, `key`, attempt, claim_origin, claim_sequence, claim_origin, claim_sequence, reason, history,
           lease_until, success, schema_version, content_type, omitted, `body`
    FROM semel_record WHERE FALSE
    UNION ALL
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
)
SELECT r.tenant, r.operation, r.`key`, r.format,
       CASE WHEN w.success THEN 'COMPLETED' WHEN NOT w.success THEN 'FAILED' ELSE 'RELEASED' END,
       r.fingerprint, r.attempt,
       -- The settled attempt's own claim id would let it write after the settlement.
       w.settlement_origin, w.settlement_sequence,
       w.reason, r.created_at, r.lease_until, clock.now + w.retention,
       CONCAT(CASE
                  WHEN r.history = '' THEN CONCAT_WS(CHAR(9 USING ascii), r.attempt, r.reason, r.created_at)
                  ELSE SUBSTRING_INDEX(r.history, CHAR(10 USING ascii), -7)
              END,
              CHAR(10 USING ascii), CONCAT_WS(CHAR(9 USING ascii), r.attempt, w.reason, clock.now, w.words)),
       w.success,
       CASE WHEN w.success IS NOT NULL THEN r.attempt END,
       w.schema_version,
       CASE WHEN w.success IS NOT NULL THEN clock.now END,
       w.content_type, w.omitted, w.`body`
FROM w
CROSS JOIN (SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now) clock
STRAIGHT_JOIN semel_record r FORCE INDEX (PRIMARY)
           ON r.tenant = w.tenant AND r.operation = w.operation AND r.`key` = w.`key`
WHERE r.attempt = w.attempt AND r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
  AND (r.state = 'IN_DOUBT'
       OR (r.state = 'IN_PROGRESS' AND r.lease_until <= clock.now AND r.success IS NULL))
  AND r.expires_at > clock.now
  AND r.format <= 1
FOR UPDATE SKIP LOCKED
ON DUPLICATE KEY UPDATE
    state          = VALUES(state),
    claim_origin   = VALUES(claim_origin),
    claim_sequence = VALUES(claim_sequence),
    reason         = VALUES(reason),
    expires_at     = VALUES(expires_at),
    history        = VALUES(history),
    success        = VALUES(success),
    answer_attempt = VALUES(answer_attempt),
    schema_version = VALUES(schema_version),
    completed_at   = VALUES(completed_at),
    content_type   = VALUES(content_type),
    omitted        = VALUES(omitted),
    `body`           = VALUES(`body`)
RETURNING tenant, operation, `key`,
          TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now,
          format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
          created_at, lease_until, expires_at, history,
          success, answer_attempt, schema_version, completed_at, content_type, omitted, `body`
