-- Removes what has expired, oldest first, a bounded number at a time; what somebody is working on is left for later.
DELETE r
FROM (
    SELECT tenant, operation, `key`
    FROM semel_record FORCE INDEX (semel_expiry)
    WHERE expires_at <= TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))
    ORDER BY expires_at
    LIMIT ?
    FOR UPDATE SKIP LOCKED
) expired
STRAIGHT_JOIN semel_record r FORCE INDEX (PRIMARY)
           ON r.tenant = expired.tenant AND r.operation = expired.operation AND r.`key` = expired.`key`
