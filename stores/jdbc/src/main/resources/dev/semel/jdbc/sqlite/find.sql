-- Reads one record.
SELECT id, format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
       created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM semel_record
WHERE tenant = ?1 AND operation = ?2 AND key = ?3
