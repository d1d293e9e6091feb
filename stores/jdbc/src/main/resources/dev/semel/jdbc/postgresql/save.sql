-- Saves the answers of attempts that are the current ones, and says nothing about the others: finish.sql is sent for those, and
-- does the rest. A row that somebody has locked, as a transaction that completes it, is skipped.
WITH locked AS MATERIALIZED (
    SELECT r.ctid AS spot, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now, w.*
    FROM (
        SELECT unnest((SELECT ?::integer[])) AS n,
               unnest((SELECT ?::text[])) AS tenant,
               unnest((SELECT ?::text[])) AS operation,
               unnest((SELECT ?::text[])) AS key,
               unnest((SELECT ?::integer[])) AS attempt,
               unnest((SELECT ?::bigint[])) AS claim_origin,
               unnest((SELECT ?::bigint[])) AS claim_sequence,
               unnest((SELECT ?::bigint[])) AS retention,
               unnest((SELECT ?::boolean[])) AS success,
               unnest((SELECT ?::integer[])) AS schema_version,
               unnest((SELECT ?::text[])) AS content_type,
               unnest((SELECT ?::boolean[])) AS omitted,
               unnest((SELECT ?::bytea[])) AS body
    ) w
    JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
    WHERE r.attempt = w.attempt AND r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
      AND r.state IN ('IN_PROGRESS', 'IN_DOUBT')
      AND r.format <= 1
    FOR UPDATE OF r SKIP LOCKED
)
UPDATE semel_record r
SET state          = CASE WHEN w.success THEN 'COMPLETED' ELSE 'FAILED' END,
    expires_at     = w.now + w.retention,
    -- Left as it is after a quick attempt: the row's new version then needs no new entry in any index, if it fits on its page.
    purge_from     = CASE WHEN w.now + w.retention - r.purge_from BETWEEN 0 AND 10000000 THEN r.purge_from
                          ELSE w.now + w.retention END,
    success        = w.success,
    answer_attempt = r.attempt,
    schema_version = w.schema_version,
    completed_at   = w.now,
    content_type   = w.content_type,
    omitted        = w.omitted,
    body           = w.body
FROM locked w
WHERE r.ctid = w.spot
  AND r.expires_at > w.now
RETURNING w.n, w.now, r.fingerprint, r.reason, r.created_at, r.lease_until, r.history
