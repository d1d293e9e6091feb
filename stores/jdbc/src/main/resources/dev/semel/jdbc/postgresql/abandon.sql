-- Frees what claims took that nobody waits for any more (Transitions.onAbandon). "held" without "freed": locked by somebody.
WITH wanted AS MATERIALIZED (
    SELECT *
    FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[])
         WITH ORDINALITY AS w (tenant, operation, key, claim_origin, claim_sequence, n)
),
held AS MATERIALIZED (
    SELECT w.*
    FROM wanted w
    JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
    WHERE r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence
      AND r.state = 'IN_PROGRESS'
      AND r.expires_at > (date_part('epoch', clock_timestamp()) * 1000000)::bigint
      AND r.format <= 1
),
locked AS MATERIALIZED (
    SELECT h.*
    FROM held h
    JOIN semel_record r ON r.tenant = h.tenant AND r.operation = h.operation AND r.key = h.key
    WHERE r.claim_origin = h.claim_origin AND r.claim_sequence = h.claim_sequence
      AND r.state = 'IN_PROGRESS'
    FOR UPDATE OF r SKIP LOCKED
),
freed AS (
    UPDATE semel_record r
    SET state = CASE
                    WHEN r.success THEN 'COMPLETED'
                    WHEN NOT r.success THEN 'FAILED'
                    -- It ran nothing, but the attempt that it took over from may have: that doubt stays.
                    WHEN r.reason IN ('LEASE_LAPSED', 'IN_DOUBT') THEN 'IN_DOUBT'
                    ELSE 'RELEASED'
                END
    FROM locked l
    WHERE r.tenant = l.tenant AND r.operation = l.operation AND r.key = l.key
    RETURNING l.n
)
SELECT n, true AS freed FROM freed
UNION ALL
SELECT n, false FROM held WHERE n NOT IN (SELECT n FROM locked)
