-- Looks at so many records behind a place, from the purge's index and without reading any other record: those that never expire
-- first, which are the ones that somebody must settle. Shows those that are wanted, and the last one that was looked at.
SELECT n, wanted, expires_at, state, id, tenant, operation, key, bytes
FROM (
    SELECT p.n, p.expires_at, p.state, p.id, r.tenant, r.operation, r.key, coalesce(length(r.body), 0) AS bytes,
           p.asked AND r.tenant = coalesce(?2, r.tenant) AND r.operation = coalesce(?3, r.operation) AS wanted
    FROM (
        SELECT row_number() OVER (ORDER BY expires_at DESC, state DESC, id DESC) AS n, expires_at, state, id,
               instr(?1, state) > 0 AS asked
        FROM (
            SELECT expires_at, state, id
            FROM semel_record INDEXED BY semel_record_expiry
            WHERE expires_at > ?4 AND (expires_at, state, id) < (?5, ?6, ?7)
            ORDER BY expires_at DESC, state DESC, id DESC
            LIMIT ?8
        )
    ) p
    CROSS JOIN semel_record r
    WHERE (p.asked OR p.n = ?8) AND r.id = p.id
)
WHERE wanted OR n = ?8
ORDER BY n
LIMIT ?9
