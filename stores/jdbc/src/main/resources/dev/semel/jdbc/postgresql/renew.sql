-- Lets living attempts keep their leases (Transitions.onRenew). Touches no indexed column unless the expiry has to move.
-- "held" without "renewed": the row is this attempt's and locked by somebody, so that nothing is known.
WITH wanted AS MATERIALIZED (
    SELECT *
    FROM unnest(?::text[], ?::text[], ?::text[], ?::integer[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
         WITH ORDINALITY AS w (tenant, operation, key, attempt, claim_origin, claim_sequence, lease, retention, n)
),
held AS MATERIALIZED (
    SELECT w.n, w.tenant, w.operation, w.key, w.attempt, w.claim_origin, w.claim_sequence, w.lease, w.retention
    FROM wanted w
    JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
    WHERE r.attempt = w.attempt AND r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
      AND r.state = 'IN_PROGRESS'
      AND r.expires_at > (date_part('epoch', clock_timestamp()) * 1000000)::bigint
      AND r.format <= 1
),
locked AS MATERIALIZED (
    SELECT h.*
    FROM held h
    JOIN semel_record r ON r.tenant = h.tenant AND r.operation = h.operation AND r.key = h.key
    WHERE r.attempt = h.attempt AND r.claim_origin = h.claim_origin AND r.claim_sequence = h.claim_sequence
      AND r.state = 'IN_PROGRESS'
    FOR UPDATE OF r SKIP LOCKED
),
renewed AS (
    UPDATE semel_record r
    SET lease_until = clock.now + l.lease,
        expires_at  = greatest(r.expires_at, clock.now + l.lease + l.retention),
        purge_from  = CASE WHEN r.expires_at >= clock.now + l.lease + l.retention THEN r.purge_from
                           ELSE clock.now + l.lease + l.retention END
    FROM locked l
    CROSS JOIN LATERAL (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint + 0 * l.n AS now) clock
    WHERE r.tenant = l.tenant AND r.operation = l.operation AND r.key = l.key
    RETURNING l.n
)
SELECT n, true AS renewed FROM renewed
UNION ALL
SELECT n, false FROM held WHERE n NOT IN (SELECT n FROM locked)
