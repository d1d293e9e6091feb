-- Takes keys that have a record, where Transitions.onClaim lets it: expired, released, lapsed, in doubt, of an older
-- version, or the claim's own. The rows are locked before they are judged, and each new row is made whole by the SELECT: no
-- assignment reads what another one has written. What somebody else has locked is skipped, and the claim sent again.
INSERT INTO semel_record (tenant, operation, `key`, format, state, fingerprint, attempt, claim_origin, claim_sequence,
                          reason, created_at, lease_until, expires_at, history,
                          success, answer_attempt, schema_version, completed_at, content_type, omitted)
WITH w (tenant, operation, `key`, fingerprint, claim_origin, claim_sequence, lease, longest, retention, accepted_until,
        takes, rerun_below) AS (
    -- No rows, only types: parameters have none, and MariaDB cuts what it takes for shorter than it is.
    SELECT tenant, operation, `key`, fingerprint, claim_origin, claim_sequence, lease_until, lease_until, lease_until, expires_at,
           success, schema_version
    FROM semel_record WHERE FALSE
    UNION ALL
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
),
seen AS (
    SELECT w.fingerprint AS wanted_fingerprint, w.claim_origin AS wanted_origin, w.claim_sequence AS wanted_sequence,
           w.lease, w.longest, w.retention, clock.now,
           r.tenant, r.operation, r.`key`, r.attempt, r.reason, r.created_at, r.expires_at, r.history,
           r.success, r.answer_attempt, r.schema_version, r.completed_at, r.content_type, r.omitted,
           CASE
               WHEN r.expires_at <= clock.now THEN CASE WHEN clock.now <= w.accepted_until THEN 'FIRST' END
               WHEN r.format > 1 THEN NULL
               WHEN r.state = 'RELEASED' THEN
                   CASE
                       WHEN r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence THEN NULL
                       WHEN r.reason = 'SETTLED_RERUN' THEN 'SETTLED_RERUN'
                       ELSE 'RELEASED'
                   END
               WHEN r.fingerprint <> w.fingerprint THEN NULL
               WHEN r.claim_origin = w.claim_origin AND r.claim_sequence = w.claim_sequence THEN
                   CASE WHEN r.state = 'IN_PROGRESS' THEN 'ITSELF' END
               WHEN r.state = 'IN_PROGRESS' AND r.lease_until > clock.now THEN NULL
               WHEN r.success IS NOT NULL THEN CASE WHEN r.schema_version < w.rerun_below THEN 'OLDER_VERSION' END
               WHEN NOT w.takes THEN NULL
               WHEN r.state = 'IN_PROGRESS' THEN 'LEASE_LAPSED'
               ELSE 'IN_DOUBT'
           END AS verdict,
           -- The last seven lines; the first attempt has none of its own until there is a second.
           CASE
               WHEN r.history = '' THEN CONCAT_WS(CHAR(9 USING ascii), r.attempt, r.reason, r.created_at)
               ELSE SUBSTRING_INDEX(r.history, CHAR(10 USING ascii), -7)
           END AS earlier
    FROM w
    CROSS JOIN (SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now) clock
    STRAIGHT_JOIN semel_record r FORCE INDEX (PRIMARY)
               ON r.tenant = w.tenant AND r.operation = w.operation AND r.`key` = w.`key`
    FOR UPDATE SKIP LOCKED
)
SELECT tenant, operation, `key`, 1, 'IN_PROGRESS', wanted_fingerprint,
       CASE verdict WHEN 'ITSELF' THEN attempt WHEN 'FIRST' THEN 1 ELSE attempt + 1 END,
       wanted_origin, wanted_sequence,
       CASE verdict WHEN 'ITSELF' THEN reason ELSE verdict END,
       CASE verdict WHEN 'FIRST' THEN now ELSE created_at END,
       now + lease,
       CASE verdict
           WHEN 'ITSELF' THEN GREATEST(expires_at, now + lease + retention)
           WHEN 'OLDER_VERSION' THEN GREATEST(expires_at, now + longest + retention)
           ELSE now + longest + retention
       END,
       CASE verdict
           WHEN 'ITSELF' THEN history
           WHEN 'FIRST' THEN ''
           ELSE CONCAT(earlier, CHAR(10 USING ascii), CONCAT_WS(CHAR(9 USING ascii), attempt + 1, CONVERT(verdict USING ascii), now))
       END,
       -- The older answer stays until a newer one is saved; every other attempt begins without one.
       CASE WHEN verdict IN ('ITSELF', 'OLDER_VERSION') THEN success END,
       CASE WHEN verdict IN ('ITSELF', 'OLDER_VERSION') THEN answer_attempt END,
       CASE WHEN verdict IN ('ITSELF', 'OLDER_VERSION') THEN schema_version END,
       CASE WHEN verdict IN ('ITSELF', 'OLDER_VERSION') THEN completed_at END,
       CASE WHEN verdict IN ('ITSELF', 'OLDER_VERSION') THEN content_type END,
       CASE WHEN verdict IN ('ITSELF', 'OLDER_VERSION') THEN omitted END
FROM seen
WHERE verdict IS NOT NULL
ON DUPLICATE KEY UPDATE
    format         = VALUES(format),
    state          = VALUES(state),
    fingerprint    = VALUES(fingerprint),
    attempt        = VALUES(attempt),
    claim_origin   = VALUES(claim_origin),
    claim_sequence = VALUES(claim_sequence),
    reason         = VALUES(reason),
    created_at     = VALUES(created_at),
    lease_until    = VALUES(lease_until),
    expires_at     = VALUES(expires_at),
    history        = VALUES(history),
    success        = VALUES(success),
    answer_attempt = VALUES(answer_attempt),
    schema_version = VALUES(schema_version),
    completed_at   = VALUES(completed_at),
    content_type   = VALUES(content_type),
    omitted        = VALUES(omitted),
    `body`           = CASE WHEN VALUES(success) IS NULL THEN NULL ELSE semel_record.`body` END
RETURNING tenant, operation, `key`,
          TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS now,
          format, state, fingerprint, attempt, claim_origin, claim_sequence, reason,
          created_at, lease_until, expires_at, history,
          success, answer_attempt, schema_version, completed_at, content_type, omitted, `body`
