-- Who runs (Transitions.onClaim). Looks first and locks nothing; writes only where the look shows that the claim may, and
-- only if the row is still as it was seen. What is locked by others is skipped, and what lost a race is not written: the
-- caller sees it by its own claim id missing, and sends the claim again.
WITH wanted AS MATERIALIZED (
    SELECT *
    FROM unnest(?::text[], ?::text[], ?::text[], ?::bytea[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                ?::bigint[], ?::boolean[], ?::integer[], ?::bigint[])
         WITH ORDINALITY AS w (tenant, operation, key, fingerprint, claim_origin, claim_sequence, lease, longest,
                               retention, takes, rerun_below, accepted_until, n)
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
    CROSS JOIN LATERAL (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 0 * r.attempt AS now) clock
),
absent AS MATERIALIZED (
    SELECT w.*, clock.now
    FROM wanted w
    CROSS JOIN LATERAL (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 0 * w.n AS now) clock
    WHERE w.n NOT IN (SELECT n FROM seen)
),
created AS (
    INSERT INTO semel_record (tenant, operation, key, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                              reason, created_at, lease_until, expires_at, history)
    SELECT tenant, operation, key, 1, 'IN_PROGRESS', fingerprint, 1, claim_origin, claim_sequence,
           'FIRST', now, now + lease, now + longest + retention, ''
    FROM absent
    WHERE now <= accepted_until
    ORDER BY key, tenant, operation -- two batches that meet wait in the same order
    ON CONFLICT DO NOTHING
    RETURNING *
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
                    ELSE array_to_string((string_to_array(l.history, E'\n'))
                             [greatest(1, cardinality(string_to_array(l.history, E'\n')) - 6):], E'\n')
               END || E'\n' AS earlier
    ) h
    WHERE r.tenant = l.tenant AND r.operation = l.operation AND r.key = l.key
    RETURNING l.n, r.*
)
-- The caller knows what it had created, and when: nothing else of that row comes back.
SELECT NULL::bigint AS n, true AS granted, created_at AS now, NULL::smallint AS format, NULL AS state,
       NULL::bytea AS fingerprint, NULL::integer AS attempt, claim_origin, claim_sequence, NULL AS reason,
       created_at, NULL::bigint AS lease_until, NULL::bigint AS expires_at, NULL AS history,
       NULL::boolean AS success, NULL::integer AS answer_attempt, NULL::integer AS schema_version,
       NULL::bigint AS completed_at, NULL AS content_type, NULL::boolean AS omitted, NULL::bytea AS body
FROM created
UNION ALL
SELECT n, true, lease_until, format, state, fingerprint, attempt, claim_origin,
       claim_sequence, reason, created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM taken
UNION ALL
SELECT n, false, now, format, state, fingerprint, attempt, claim_origin,
       claim_sequence, reason, created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM seen
UNION ALL
SELECT n, false, now, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM absent
WHERE (claim_origin, claim_sequence) NOT IN (SELECT claim_origin, claim_sequence FROM created)
