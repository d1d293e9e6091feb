-- The first claim of a key. Changes nothing where there is a record already.
INSERT INTO semel_record (id, tenant, operation, key, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                          reason, created_at, lease_until, lease, expires_at, history)
VALUES (?1, ?2, ?3, ?4, 1, 'IN_PROGRESS', ?5, 1, ?6, ?7, 'FIRST', ?8, ?9, ?9 - ?8, ?10, '')
ON CONFLICT (key, tenant, operation) DO NOTHING
