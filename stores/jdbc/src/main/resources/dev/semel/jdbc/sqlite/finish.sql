-- Ends an attempt: with its answer, or with none.
UPDATE semel_record
SET state          = ?2,
    expires_at     = ?3,
    success        = ?4,
    answer_attempt = ?5,
    schema_version = ?6,
    completed_at   = ?7,
    content_type   = ?8,
    omitted        = ?9,
    body           = ?10
WHERE id = ?1
