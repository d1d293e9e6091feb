#!lua flags=allow-oom
-- Ends an attempt that did nothing. If it followed a doubtful one, that doubt stays unless it was settled, too.
-- ARGV: channel, attempt and claim id, retention in milliseconds, HOLD or TAKE, 1 if the doubt before was settled.
if not record or record:sub(4, 23) ~= ARGV[2] or state ~= IN_PROGRESS then
    return say(UNCHANGED)
end
if older() ~= '' then return give_back(older()) end
local kept = now + ARGV[3]
if ARGV[5] == '1' or not follows_doubt() then return finish(RELEASED, kept, '') end
if ARGV[4] == 'HOLD' then kept = NEVER end
return finish(IN_DOUBT, kept, '')
