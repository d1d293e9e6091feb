-- Saves the answer of a lone attempt: as save.sql does, with a plan that is sooner ready. It waits for no lock, so that the
-- statement's beginning is the instant of the write; a clock would be read anew for each column.
UPDATE semel_record r
SET state          = ?,
    expires_at     = (date_part('epoch', statement_timestamp()) * 1000000)::bigint + ?,
    purge_from     = CASE WHEN (date_part('epoch', statement_timestamp()) * 1000000)::bigint + ? - r.purge_from
                               BETWEEN 0 AND 10000000 THEN r.purge_from
                          ELSE (date_part('epoch', statement_timestamp()) * 1000000)::bigint + ? END,
    success        = ?,
    answer_attempt = r.attempt,
    schema_version = ?,
    completed_at   = (date_part('epoch', statement_timestamp()) * 1000000)::bigint,
    content_type   = ?,
    omitted        = ?,
    body           = ?
WHERE r.ctid = (
    SELECT s.ctid
    FROM semel_record s
    WHERE s.tenant = ? AND s.operation = ? AND s.key = ?
      AND s.attempt = ? AND s.claim_origin = ? AND s.claim_sequence = ?
      AND s.state IN ('IN_PROGRESS', 'IN_DOUBT')
      AND s.format <= 1
    FOR UPDATE SKIP LOCKED
)
  AND r.expires_at > (date_part('epoch', statement_timestamp()) * 1000000)::bigint
RETURNING r.completed_at, r.fingerprint, r.reason, r.created_at, r.lease_until, r.history
