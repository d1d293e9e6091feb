-- Who runs, for a lone claim: creates the record where there is none, and else shows what is there. What the claim may take
-- over it leaves to take.sql, which is sent next: a plan for the rare case would cost every lone claim.
WITH seen AS MATERIALIZED (
    SELECT r.*, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now
    FROM semel_record r
    WHERE r.tenant = ? AND r.operation = ? AND r.key = ?
),
created AS (
    INSERT INTO semel_record (tenant, operation, key, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                              reason, created_at, lease_until, expires_at, purge_from, history)
    SELECT w.tenant, w.operation, w.key, 1, 'IN_PROGRESS', w.fingerprint, 1, w.claim_origin, w.claim_sequence,
           'FIRST', w.now, w.now + w.lease, w.now + w.longest + w.retention, w.now + w.retention, ''
    FROM (SELECT ?::text AS tenant, ?::text AS operation, ?::text AS key, ?::bytea AS fingerprint,
                 ?::bigint AS claim_origin, ?::bigint AS claim_sequence, ?::bigint AS lease, ?::bigint AS longest,
                 ?::bigint AS retention, ?::bigint AS accepted_until,
                 (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now) w
    WHERE NOT EXISTS (SELECT FROM seen) AND w.now <= w.accepted_until
    ON CONFLICT DO NOTHING
    RETURNING claim_origin, claim_sequence, created_at
)
SELECT NULL::integer AS n, true AS granted, created_at AS now, NULL::smallint AS format, NULL::text AS state,
       NULL::bytea AS fingerprint, NULL::integer AS attempt, claim_origin, claim_sequence, NULL::text AS reason,
       NULL::bigint AS created_at, NULL::bigint AS lease_until, NULL::bigint AS expires_at, NULL::text AS history,
       NULL::boolean AS success, NULL::integer AS answer_attempt, NULL::integer AS schema_version,
       NULL::bigint AS completed_at, NULL::text AS content_type, NULL::boolean AS omitted, NULL::bytea AS body
FROM created
UNION ALL
SELECT 1, false, now, format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
       created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM seen
