-- Applies somebody's decision about a doubtful record (Transitions.onSettle), only to the attempt that was looked at.
WITH wanted AS MATERIALIZED (
    SELECT *
    FROM unnest(?::text[], ?::text[], ?::text[], ?::integer[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                ?::text[], ?::text[], ?::bigint[], ?::boolean[], ?::integer[], ?::text[], ?::boolean[], ?::bytea[])
         WITH ORDINALITY AS w (tenant, operation, key, attempt, claim_origin, claim_sequence, settlement_origin,
                               settlement_sequence, reason, words, retention, success, schema_version, content_type,
                               omitted, body, n)
),
locked AS MATERIALIZED (
    SELECT w.*, clock.now
    FROM wanted w
    JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
    CROSS JOIN LATERAL (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint + 0 * r.attempt AS now) clock
    WHERE r.attempt = w.attempt AND r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
      AND (r.state = 'IN_DOUBT'
           OR (r.state = 'IN_PROGRESS' AND r.lease_until <= clock.now AND r.success IS NULL))
      AND r.expires_at > clock.now
      AND r.format <= 1
    FOR UPDATE OF r SKIP LOCKED
),
settled AS (
    UPDATE semel_record r
    SET state          = CASE WHEN w.success THEN 'COMPLETED' WHEN NOT w.success THEN 'FAILED' ELSE 'RELEASED' END,
        -- The settled attempt's own claim id would let it write after the settlement.
        claim_origin   = w.settlement_origin,
        claim_sequence = w.settlement_sequence,
        reason         = w.reason,
        expires_at     = w.now + w.retention,
        purge_from     = w.now + w.retention,
        history        = CASE WHEN r.history = '' THEN r.attempt || E'\t' || r.reason || E'\t' || r.created_at
                              ELSE substring(r.history from E'(([^\\n]*\\n){0,6}[^\\n]*)$')
                         END || E'\n' || r.attempt || E'\t' || w.reason || E'\t' || w.now || E'\t' || w.words,
        success        = w.success,
        answer_attempt = CASE WHEN w.success IS NOT NULL THEN r.attempt END,
        schema_version = w.schema_version,
        completed_at   = CASE WHEN w.success IS NOT NULL THEN w.now END,
        content_type   = w.content_type,
        omitted        = w.omitted,
        body           = w.body
    FROM locked w
    WHERE r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
    RETURNING w.n, w.now, r.*
)
SELECT n, true AS applied, now, format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
       created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM settled
UNION ALL
SELECT w.n, false, clock.now, r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason,
       r.created_at, r.lease_until, r.expires_at, r.history,
       r.success, r.answer_attempt, r.schema_version, r.completed_at, r.content_type, r.omitted, r.body
FROM wanted w
LEFT JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
CROSS JOIN LATERAL (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint + 0 * w.n AS now) clock
WHERE w.n NOT IN (SELECT n FROM locked)
