#!lua flags=allow-oom
-- Ends an attempt of which nobody knows what it did. Under HOLD the record does not expire.
-- ARGV: channel, attempt and claim id, retention in milliseconds, HOLD or TAKE.
if not record or record:sub(4, 23) ~= ARGV[2] or state ~= IN_PROGRESS then
    return say(UNCHANGED)
end
if older() ~= '' then return give_back(older()) end
local kept = now + ARGV[3]
if ARGV[4] == 'HOLD' then kept = NEVER end
return finish(IN_DOUBT, kept, '')
