-- Saves an answer inside the application's own transaction, as its last statement. Waits for the row's lock, which others
-- hold for one short statement, and reads the clock after that. No row: the attempt is not the current one any more, and the
-- transaction must not commit. Found again by its key and not by its place: after a wait, as for a renewal, the row's newest
-- version is one that this statement does not see, and only follows to.
WITH held AS MATERIALIZED (
    SELECT r.tenant, r.operation, r.key, ?::bigint AS retention
    FROM semel_record r
    WHERE r.tenant = ? AND r.operation = ? AND r.key = ?
      AND r.attempt = ? AND r.claim_origin = ? AND r.claim_sequence = ?
      AND r.state IN ('IN_PROGRESS', 'IN_DOUBT')
      AND r.format <= 1
    FOR UPDATE OF r
),
locked AS MATERIALIZED (
    SELECT held.*, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now FROM held
)
UPDATE semel_record r
SET state          = ?,
    expires_at     = l.now + l.retention,
    purge_from     = CASE WHEN l.now + l.retention - r.purge_from BETWEEN 0 AND 10000000 THEN r.purge_from
                          ELSE l.now + l.retention END,
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
RETURNING l.now, r.fingerprint, r.reason, r.created_at, r.lease_until, r.history
