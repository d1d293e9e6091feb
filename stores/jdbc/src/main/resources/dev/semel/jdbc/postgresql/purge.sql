-- Removes what has expired, oldest first, a bounded number at a time; what somebody is working on is left for later.
DELETE FROM semel_record
WHERE (tenant, operation, key) IN (
    SELECT tenant, operation, key
    FROM semel_record
    WHERE expires_at <= (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
    ORDER BY expires_at
    LIMIT ?
    FOR UPDATE SKIP LOCKED
)
