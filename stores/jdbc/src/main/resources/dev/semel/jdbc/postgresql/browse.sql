-- Looks at so many records behind a place (the first four parameters), from the purge's index: those that never expire first,
-- which are the ones that somebody must settle, and then by when they began, the latest first, as they lie in the table.
-- Shows those that are wanted, and the last one that was looked at.
SELECT n, wanted, purge_from, key, tenant, operation, bytes
FROM (
    SELECT row_number() OVER (ORDER BY purge_from DESC, key DESC, tenant DESC, operation DESC) AS n,
           purge_from, key, tenant, operation, bytes,
           state = ANY (?::text[]) AND tenant = coalesce(?, tenant) AND operation = coalesce(?, operation)
               AND expires_at > (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS wanted
    FROM (
        SELECT purge_from, key, tenant, operation, state, expires_at, coalesce(octet_length(body), 0) AS bytes
        FROM semel_record
        WHERE purge_from <= ?
          AND (purge_from < ? OR (key, tenant, operation) < (?, ?, ?))
        ORDER BY purge_from DESC, key DESC, tenant DESC, operation DESC
        LIMIT ?
    ) looked_at
) r
WHERE wanted OR n = ?
ORDER BY n
LIMIT ?
