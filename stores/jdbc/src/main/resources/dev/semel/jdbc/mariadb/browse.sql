-- Looks at so many records behind a place, in the order of the primary key, which is the order in which they lie. Shows those
-- that are wanted, and the last one that was looked at. Those that never expire were shown before, by browse-held.sql.
SELECT n, wanted, tenant, operation, `key`, bytes
FROM (
    SELECT ROW_NUMBER() OVER (ORDER BY tenant, operation, `key`) AS n, tenant, operation, `key`, bytes,
           FIND_IN_SET(state, ?) > 0 AND operation = COALESCE(?, operation)
               AND expires_at > TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))
               AND (expires_at < 9223372036854775807 OR state <> 'IN_DOUBT') AS wanted
    FROM (
        SELECT tenant, operation, `key`, state, expires_at, COALESCE(OCTET_LENGTH(`body`), 0) AS bytes
        FROM semel_record FORCE INDEX (PRIMARY)
        WHERE tenant BETWEEN ? AND ?
          AND (tenant > ? OR (tenant = ? AND (operation > ? OR (operation = ? AND `key` > ?))))
        ORDER BY tenant, operation, `key`
        LIMIT ?
    ) looked_at
) r
WHERE wanted OR n = ?
ORDER BY n
LIMIT ?
