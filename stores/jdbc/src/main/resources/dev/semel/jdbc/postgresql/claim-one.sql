-- Who runs, for a lone claim: creates the record where there is none, and then shows what is there, in one round trip. Two small
-- statements are sooner ready than one that does both. What the claim may take over is left to take.sql, which is sent next: a
-- plan for the rare case would cost every lone claim.
INSERT INTO semel_record (tenant, operation, key, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                          reason, created_at, lease_until, expires_at, purge_from, history)
SELECT ?, ?, ?, 1, 'IN_PROGRESS', ?, 1, ?, ?,
       'FIRST', w.now, w.now + ?, w.now + ?, w.now + ?, ''
-- OFFSET keeps the clock from being read once for each column.
FROM (SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now,
             -- For another insert of this key nobody waits longer, whatever the session allows: it is sent again after a pause.
             set_config('lock_timeout', '10ms', true) OFFSET 0) w
-- A look first: an insert alone would wait for whoever is completing the record.
WHERE NOT EXISTS (SELECT FROM semel_record r WHERE r.tenant = ? AND r.operation = ? AND r.key = ?)
  AND w.now <= ?
ON CONFLICT DO NOTHING;
SELECT 1 AS n, false AS granted, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now,
       format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
       created_at, lease_until, expires_at, history,
       success, answer_attempt, schema_version, completed_at, content_type, omitted, body
FROM semel_record
WHERE tenant = ? AND operation = ? AND key = ?
