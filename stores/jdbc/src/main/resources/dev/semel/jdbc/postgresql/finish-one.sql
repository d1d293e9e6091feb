-- Saves the answer of a lone attempt if it is the current one, and says nothing otherwise: finish.sql is sent then, and does
-- the rest. A row that somebody has locked is skipped.
WITH locked AS MATERIALIZED (
    SELECT r.tenant, r.operation, r.key, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now
    FROM semel_record r
    WHERE r.tenant = ? AND r.operation = ? AND r.key = ?
      AND r.attempt = ? AND r.claim_origin = ? AND r.claim_sequence = ?
      AND r.state IN ('IN_PROGRESS', 'IN_DOUBT')
      AND r.format <= 1
    FOR UPDATE OF r SKIP LOCKED
)
UPDATE semel_record r
SET state          = ?,
    expires_at     = l.now + ?,
    success        = ?,
    answer_attempt = r.attempt,
    schema_version = ?,
    completed_at   = l.now,
    content_type   = ?,
    omitted        = ?,
    body           = ?
FROM locked l
WHERE r.tenant = l.tenant AND r.operation = l.operation AND r.key = l.key
  AND r.expires_at > l.now
RETURNING l.now, r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason,
          r.created_at, r.lease_until, r.expires_at, r.history, r.success, r.answer_attempt, r.schema_version,
          r.completed_at, r.content_type, r.omitted, NULL::bytea AS body
