-- Removes what has expired, oldest first, a bounded number at a time.
DELETE FROM semel_record
WHERE id IN (SELECT id FROM semel_record WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
