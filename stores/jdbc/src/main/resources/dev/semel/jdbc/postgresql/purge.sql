-- Removes what has expired, oldest first, a bounded number at a time; what somebody is working on is left for later.
WITH ended AS MATERIALIZED (
    -- Kept as it was found: as a mere subquery a plan may ask for it again and again, and the rows that the statement has locked
    -- itself are skipped each time, so that it would go on to the next ones beyond any limit.
    SELECT tenant, operation, key
    FROM semel_record
    -- A clock that is read for each row cannot bound an index scan; one that is read once can.
    WHERE purge_from <= (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint)
      AND expires_at <= (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint)
    ORDER BY purge_from
    LIMIT ?
    FOR UPDATE SKIP LOCKED
)
DELETE FROM semel_record
WHERE (tenant, operation, key) IN (SELECT tenant, operation, key FROM ended)
