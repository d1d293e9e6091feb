-- Takes over what a claim may (Transitions.onClaim), for claims that claim.sql has shown a record. Looks and locks nothing;
-- writes only where the look shows that the claim may, and only if the row is still as it was seen. What is locked by others
-- is skipped, and what lost a race is not written: the caller sees it by its own claim id missing, and sends the claim again.
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
    SELECT w.n, w.fingerprint AS wanted_fingerprint, w.claim_origin AS wanted_origin,
           w.claim_sequence AS wanted_sequence, w.lease, w.longest, w.retention, clock.now, r.*,
           CASE
               WHEN r.expires_at <= clock.now THEN CASE WHEN clock.now <= w.accepted_until THEN 'FIRST' END
               WHEN r.format > 1 THEN NULL
               WHEN r.state = 'RELEASED' THEN
                   CASE
                       WHEN r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence THEN NULL
                       WHEN r.reason = 'SETTLED_RERUN' THEN 'SETTLED_RERUN'
                       ELSE 'RELEASED'
                   END
               WHEN r.fingerprint <> w.fingerprint THEN NULL
               WHEN r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence THEN
                   CASE WHEN r.state = 'IN_PROGRESS' THEN 'ITSELF' END
               WHEN r.state = 'IN_PROGRESS' AND r.lease_until > clock.now THEN NULL
               WHEN r.success IS NOT NULL THEN CASE WHEN r.schema_version < w.rerun_below THEN 'OLDER_VERSION' END
               WHEN NOT w.takes THEN NULL
               WHEN r.state = 'IN_PROGRESS' THEN 'LEASE_LAPSED'
               ELSE 'IN_DOUBT'
           END AS verdict
    FROM wanted w
    JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
    -- Read for each row: a clock read once would be that of the first row.
    CROSS JOIN LATERAL (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint + 0 * r.attempt AS now) clock
),
locked AS MATERIALIZED (
    SELECT s.*
    FROM seen s
    JOIN semel_record r ON r.tenant = s.tenant AND r.operation = s.operation AND r.key = s.key
    WHERE s.verdict IS NOT NULL
      AND r.attempt = s.attempt AND r.claim_origin = s.claim_origin AND r.claim_sequence = s.claim_sequence
      AND r.state = s.state AND r.lease_until = s.lease_until AND r.expires_at = s.expires_at
    FOR UPDATE OF r SKIP LOCKED
),
taken AS (
    UPDATE semel_record r
    SET format         = 1,
        state          = 'IN_PROGRESS',
        fingerprint    = l.wanted_fingerprint,
        attempt        = CASE l.verdict WHEN 'ITSELF' THEN l.attempt WHEN 'FIRST' THEN 1 ELSE l.attempt + 1 END,
        claim_origin   = l.wanted_origin,
        claim_sequence = l.wanted_sequence,
        reason         = CASE l.verdict WHEN 'ITSELF' THEN l.reason ELSE l.verdict END,
        created_at     = CASE l.verdict WHEN 'FIRST' THEN l.now ELSE l.created_at END,
        lease_until    = l.now + l.lease,
        expires_at     = CASE l.verdict
                             WHEN 'ITSELF' THEN greatest(l.expires_at, l.now + l.lease + l.retention)
                             WHEN 'OLDER_VERSION' THEN greatest(l.expires_at, l.now + l.longest + l.retention)
                             ELSE l.now + l.longest + l.retention
                         END,
        purge_from     = CASE WHEN l.verdict IN ('ITSELF', 'OLDER_VERSION') THEN r.purge_from ELSE l.now + l.retention END,
        history        = CASE l.verdict
                             WHEN 'ITSELF' THEN l.history
                             WHEN 'FIRST' THEN ''
                             ELSE h.earlier || (l.attempt + 1) || E'\t' || l.verdict || E'\t' || l.now
                         END,
        -- The older answer stays until a newer one is saved; every other attempt begins without one.
        success        = CASE WHEN l.verdict IN ('ITSELF', 'OLDER_VERSION') THEN r.success END,
        answer_attempt = CASE WHEN l.verdict IN ('ITSELF', 'OLDER_VERSION') THEN r.answer_attempt END,
        schema_version = CASE WHEN l.verdict IN ('ITSELF', 'OLDER_VERSION') THEN r.schema_version END,
        completed_at   = CASE WHEN l.verdict IN ('ITSELF', 'OLDER_VERSION') THEN r.completed_at END,
        content_type   = CASE WHEN l.verdict IN ('ITSELF', 'OLDER_VERSION') THEN r.content_type END,
        omitted        = CASE WHEN l.verdict IN ('ITSELF', 'OLDER_VERSION') THEN r.omitted END,
        body           = CASE WHEN l.verdict IN ('ITSELF', 'OLDER_VERSION') THEN r.body END
    FROM locked l
    CROSS JOIN LATERAL (
        -- The last seven lines; the first attempt has none of its own until there is a second.
        SELECT CASE WHEN l.history = '' THEN l.attempt || E'\t' || l.reason || E'\t' || l.created_at
                    ELSE substring(l.history from E'(([^\\n]*\\n){0,6}[^\\n]*)$')
               END || E'\n' AS earlier
    ) h
    WHERE r.tenant = l.tenant AND r.operation = l.operation AND r.key = l.key
    RETURNING l.n, r.*
)
SELECT n, true AS granted, lease_until AS now, format, state, fingerprint, attempt, claim_origin,
       claim_sequence, reason, created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM taken
UNION ALL
SELECT n, false, now, format, state, fingerprint, attempt, claim_origin,
       claim_sequence, reason, created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM seen
