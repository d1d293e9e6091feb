-- Gives a lease a new end. Touches the index only when the expiry has to move.
UPDATE semel_record
SET lease_until = ?2,
    lease       = ?3,
    expires_at  = ?4
WHERE id = ?1
