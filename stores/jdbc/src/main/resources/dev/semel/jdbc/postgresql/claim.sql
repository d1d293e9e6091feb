-- Who runs, where the key is new: creates the record where there is none, and shows what is there where there is one. Locks
-- nothing and waits for nobody, except for another insert of the same new key: callers send keys in their order, so that two
-- batches that meet wait in the same order. It does not wait for long, whatever the session allows: others are in the batch, and
-- whoever creates the key may have lost its client. No row for a claim: somebody else has created the record at this very moment.
WITH wanted AS MATERIALIZED (
    -- Side by side in a select list they give a row at a time; in FROM each would be kept as a table first. And a plan cannot
    -- depend on the length of what comes out of a SELECT, so that one plan is kept for all lengths.
    SELECT unnest((SELECT ?::integer[])) AS n,
           unnest((SELECT ?::text[])) AS tenant,
           unnest((SELECT ?::text[])) AS operation,
           unnest((SELECT ?::text[])) AS key,
           unnest((SELECT ?::bytea[])) AS fingerprint,
           unnest((SELECT ?::bigint[])) AS claim_origin,
           unnest((SELECT ?::bigint[])) AS claim_sequence,
           unnest((SELECT ?::bigint[])) AS lease,
           unnest((SELECT ?::bigint[])) AS longest,
           unnest((SELECT ?::bigint[])) AS retention,
           unnest((SELECT ?::boolean[])) AS takes,
           unnest((SELECT ?::integer[])) AS rerun_below,
           unnest((SELECT ?::bigint[])) AS accepted_until
),
seen AS MATERIALIZED (
    SELECT w.n, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now, r.*
    FROM wanted w
    JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
),
created AS (
    INSERT INTO semel_record (tenant, operation, key, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                              reason, created_at, lease_until, expires_at, purge_from, history)
    SELECT tenant, operation, key, 1, 'IN_PROGRESS', fingerprint, 1, claim_origin, claim_sequence,
           'FIRST', now, now + lease, now + longest + retention, now + retention, ''
    FROM (SELECT w.*, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now FROM wanted w WHERE w.n NOT IN (SELECT n FROM seen)) w
    WHERE now <= accepted_until
      AND (SELECT set_config('lock_timeout', '100ms', true)) IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING claim_origin, claim_sequence, created_at
)
-- The caller knows what it had created, and when: nothing else of that row comes back.
SELECT NULL::integer AS n, true AS granted, created_at AS now, NULL::smallint AS format, NULL AS state,
       NULL::bytea AS fingerprint, NULL::integer AS attempt, claim_origin, claim_sequence, NULL AS reason,
       NULL::bigint AS created_at, NULL::bigint AS lease_until, NULL::bigint AS expires_at, NULL AS history,
       NULL::boolean AS success, NULL::integer AS answer_attempt, NULL::integer AS schema_version,
       NULL::bigint AS completed_at, NULL AS content_type, NULL::boolean AS omitted, NULL::bytea AS body
FROM created
UNION ALL
SELECT n, false, now, format, state, fingerprint, attempt, claim_origin,
       claim_sequence, reason, created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM seen
UNION ALL
-- Keys that are too old to be new (R14).
SELECT n, false, now, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM (SELECT w.n, w.accepted_until, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now FROM wanted w WHERE w.accepted_until < 9223372036854775807) w
WHERE now > accepted_until AND n NOT IN (SELECT n FROM seen)
