-- Saves an answer inside the application's own transaction, as its last statement. Waits for the row's lock: whoever has it
-- holds it for one short statement. No row: the attempt is not the current one any more, and the transaction must not commit.
WITH held AS MATERIALIZED (
    SELECT tenant, operation, key
    FROM semel_record
    WHERE tenant = ? AND operation = ? AND key = ?
      AND attempt = ? AND claim_origin = ? AND claim_sequence = ?
      AND state IN ('IN_PROGRESS', 'IN_DOUBT')
      AND format <= 1
    FOR UPDATE
)
UPDATE semel_record r
SET state          = CASE WHEN w.success THEN 'COMPLETED' ELSE 'FAILED' END,
    expires_at     = clock.now + w.retention,
    success        = w.success,
    answer_attempt = r.attempt,
    schema_version = w.schema_version,
    completed_at   = clock.now,
    content_type   = w.content_type,
    omitted        = w.omitted,
    body           = w.body
FROM held h
CROSS JOIN LATERAL (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 0 * length(h.key) AS now) clock
CROSS JOIN (VALUES (?::boolean, ?::integer, ?::text, ?::boolean, ?::bytea, ?::bigint))
    AS w (success, schema_version, content_type, omitted, body, retention)
WHERE r.tenant = h.tenant AND r.operation = h.operation AND r.key = h.key
  AND r.expires_at > clock.now
RETURNING clock.now, r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason,
          r.created_at, r.lease_until, r.expires_at, r.history, r.success, r.answer_attempt, r.schema_version,
          r.completed_at, r.content_type, r.omitted, NULL::bytea AS body
