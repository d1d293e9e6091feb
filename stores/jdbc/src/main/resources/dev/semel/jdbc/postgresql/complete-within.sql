-- Saves an answer inside the application's own transaction, as its last statement. Waits for the row's lock, which others
-- hold for one short statement, and reads the clock after that. No row: the attempt is not the current one any more, and the
-- transaction must not commit.
WITH held AS MATERIALIZED (
    SELECT r.tenant, r.operation, r.key
    FROM semel_record r
    WHERE r.tenant = ? AND r.operation = ? AND r.key = ?
      AND r.attempt = ? AND r.claim_origin = ? AND r.claim_sequence = ?
      AND r.state IN ('IN_PROGRESS', 'IN_DOUBT')
      AND r.format <= 1
    FOR UPDATE OF r
),
locked AS MATERIALIZED (
    SELECT held.*, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now FROM held
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
