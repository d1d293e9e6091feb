-- The same as browse.sql among those that never expire, which are in doubt until somebody settles them: the purge's index has
-- them together, in the order of the primary key.
SELECT n, wanted, tenant, operation, `key`, bytes
FROM (
    SELECT ROW_NUMBER() OVER (ORDER BY tenant, operation, `key`) AS n, tenant, operation, `key`, bytes,
           FIND_IN_SET(state, ?) > 0 AND operation = COALESCE(?, operation) AS wanted
    FROM (
        SELECT tenant, operation, `key`, state, COALESCE(OCTET_LENGTH(`body`), 0) AS bytes
        FROM semel_record FORCE INDEX (semel_expiry)
        WHERE expires_at = 9223372036854775807
          AND tenant BETWEEN ? AND ?
          AND (tenant > ? OR (tenant = ? AND (operation > ? OR (operation = ? AND `key` > ?))))
        ORDER BY tenant, operation, `key`
        LIMIT ?
    ) looked_at
) r
WHERE wanted OR n = ?
ORDER BY n
LIMIT ?
