-- Waits for the row of an attempt that is about to be completed within the application's transaction. A statement of its
-- own: the one after it reads the clock when nothing is left to wait for.
SELECT attempt
FROM semel_record
WHERE tenant = ? AND operation = ? AND `key` = ?
FOR UPDATE
