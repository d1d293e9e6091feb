-- Ends attempts (Transitions.onFinish), each only if it is the current one. A row that is locked, as by a transaction that
-- completes it, is skipped and reported as it was seen.
WITH wanted AS MATERIALIZED (
    SELECT *
    FROM unnest(?::text[], ?::text[], ?::text[], ?::integer[], ?::bigint[], ?::bigint[], ?::text[], ?::boolean[],
                ?::bigint[], ?::boolean[], ?::boolean[], ?::integer[], ?::text[], ?::boolean[], ?::bytea[])
         WITH ORDINALITY AS w (tenant, operation, key, attempt, claim_origin, claim_sequence, ending, doubt_settled,
                               retention, holds, success, schema_version, content_type, omitted, body, n)
),
locked AS MATERIALIZED (
    SELECT w.*, clock.now
    FROM wanted w
    JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
    CROSS JOIN LATERAL (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint + 0 * r.attempt AS now) clock
    WHERE r.attempt = w.attempt AND r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
      AND (r.state = 'IN_PROGRESS' OR (r.state = 'IN_DOUBT' AND w.ending = 'SAVE'))
      AND r.expires_at > clock.now
      AND r.format <= 1
    FOR UPDATE OF r SKIP LOCKED
),
ended AS (
    UPDATE semel_record r
    SET state          = CASE
                             WHEN w.ending = 'SAVE' THEN CASE WHEN w.success THEN 'COMPLETED' ELSE 'FAILED' END
                             -- A rerun that saved nothing leaves the older answer as it was.
                             WHEN r.success THEN 'COMPLETED'
                             WHEN NOT r.success THEN 'FAILED'
                             WHEN w.ending = 'RELEASE'
                                 AND (w.doubt_settled OR r.reason NOT IN ('LEASE_LAPSED', 'IN_DOUBT')) THEN 'RELEASED'
                             ELSE 'IN_DOUBT'
                         END,
        expires_at     = CASE
                             WHEN w.ending = 'SAVE' THEN w.now + w.retention
                             WHEN r.success IS NOT NULL THEN r.expires_at
                             WHEN w.ending = 'RELEASE'
                                 AND (w.doubt_settled OR r.reason NOT IN ('LEASE_LAPSED', 'IN_DOUBT'))
                                 THEN w.now + w.retention
                             WHEN w.holds THEN 9223372036854775807
                             ELSE w.now + w.retention
                         END,
        purge_from     = CASE
                             WHEN w.ending = 'SAVE' THEN w.now + w.retention
                             WHEN r.success IS NOT NULL THEN r.purge_from
                             WHEN w.ending = 'RELEASE'
                                 AND (w.doubt_settled OR r.reason NOT IN ('LEASE_LAPSED', 'IN_DOUBT'))
                                 THEN w.now + w.retention
                             WHEN w.holds THEN 9223372036854775807
                             ELSE w.now + w.retention
                         END,
        success        = CASE WHEN w.ending = 'SAVE' THEN w.success ELSE r.success END,
        answer_attempt = CASE WHEN w.ending = 'SAVE' THEN r.attempt ELSE r.answer_attempt END,
        schema_version = CASE WHEN w.ending = 'SAVE' THEN w.schema_version ELSE r.schema_version END,
        completed_at   = CASE WHEN w.ending = 'SAVE' THEN w.now ELSE r.completed_at END,
        content_type   = CASE WHEN w.ending = 'SAVE' THEN w.content_type ELSE r.content_type END,
        omitted        = CASE WHEN w.ending = 'SAVE' THEN w.omitted ELSE r.omitted END,
        body           = CASE WHEN w.ending = 'SAVE' THEN w.body ELSE r.body END
    FROM locked w
    WHERE r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
    -- Who has just sent a body needs no copy of it.
    RETURNING w.n, w.now, r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason,
              r.created_at, r.lease_until, r.expires_at, r.history, r.success, r.answer_attempt, r.schema_version,
              r.completed_at, r.content_type, r.omitted, CASE WHEN w.ending <> 'SAVE' THEN r.body END AS body
)
SELECT n, true AS applied, now, format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
       created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM ended
UNION ALL
SELECT w.n, false, clock.now, r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason,
       r.created_at, r.lease_until, r.expires_at, r.history,
       r.success, r.answer_attempt, r.schema_version, r.completed_at, r.content_type, r.omitted, r.body
FROM wanted w
LEFT JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
CROSS JOIN LATERAL (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint + 0 * w.n AS now) clock
WHERE w.n NOT IN (SELECT n FROM locked)
