-- The clock has come so far.
UPDATE semel_clock SET latest = max(latest, ?1)
