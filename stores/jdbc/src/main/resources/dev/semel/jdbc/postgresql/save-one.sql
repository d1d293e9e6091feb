-- Saves the answer of a lone attempt: as save.sql does, with a plan that is sooner ready.
WITH locked AS MATERIALIZED (
    SELECT r.ctid AS spot, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now, ?::bigint AS retention
    FROM semel_record r
    WHERE r.tenant = ? AND r.operation = ? AND r.key = ?
      AND r.attempt = ? AND r.claim_origin = ? AND r.claim_sequence = ?
      AND r.state IN ('IN_PROGRESS', 'IN_DOUBT')
      AND r.format <= 1
    FOR UPDATE OF r SKIP LOCKED
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
WHERE r.ctid = l.spot
  AND r.expires_at > l.now
RETURNING l.now, r.fingerprint, r.reason, r.created_at, r.lease_until, r.history
