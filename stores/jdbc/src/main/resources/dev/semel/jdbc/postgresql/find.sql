-- Looks records up and changes nothing.
SELECT w.n, false AS applied, (date_part('epoch', clock_timestamp()) * 1000000)::bigint AS now,
       r.format, r.state, r.fingerprint, r.attempt, r.claim_origin, r.claim_sequence, r.reason,
       r.created_at, r.lease_until, r.expires_at, r.history,
       r.success, r.answer_attempt, r.schema_version, r.completed_at, r.content_type, r.omitted, r.body
FROM (
    SELECT unnest((SELECT ?::integer[])) AS n,
           unnest((SELECT ?::text[])) AS tenant,
           unnest((SELECT ?::text[])) AS operation,
           unnest((SELECT ?::text[])) AS key
) w
JOIN semel_record r ON r.tenant = w.tenant AND r.operation = w.operation AND r.key = w.key
