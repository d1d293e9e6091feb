-- After a restart every open lease runs one more full length: the work may live on outside the process (R12). The record
-- outlives it by as much as before. What had expired when the last owner wrote for the last time (?2) is gone for good.
UPDATE semel_record
SET lease_until = max(lease_until, ?1 + lease),
    expires_at  = CASE
                      WHEN expires_at = 9223372036854775807 THEN expires_at
                      ELSE expires_at + max(0, ?1 + lease - lease_until)
                  END
WHERE id IN (SELECT id FROM semel_record WHERE state = 'IN_PROGRESS' AND expires_at > ?2)
  AND format <= 1
