-- Another attempt of a record that is there, or its settlement: everything but its identity is written.
UPDATE semel_record
SET format         = 1,
    state          = ?2,
    fingerprint    = ?3,
    attempt        = ?4,
    claim_origin   = ?5,
    claim_sequence = ?6,
    reason         = ?7,
    created_at     = ?8,
    lease_until    = ?9,
    lease          = ?10,
    expires_at     = ?11,
    history        = ?12,
    success        = ?13,
    answer_attempt = ?14,
    schema_version = ?15,
    completed_at   = ?16,
    content_type   = ?17,
    omitted        = ?18,
    body           = ?19
WHERE id = ?1
