#!lua flags=allow-oom
-- Applies somebody's decision about a doubtful record. The settlement's own id replaces the claim's: the settled attempt cannot
-- write any more.
-- ARGV: channel, attempt and claim id that were looked at, settlement id, retention in milliseconds, state, reason, who, why,
-- and the answer before and after its instant, or nothing.
if not record or record:sub(4, 23) ~= ARGV[2] then return say(UNCHANGED) end
local lapsed = state == IN_PROGRESS and now >= lease and older() == ''
if state ~= IN_DOUBT and not lapsed then return say(UNCHANGED) end

local why = tonumber(ARGV[6])
local answer = ''
if ARGV[9] ~= '' then answer = ARGV[9] .. struct.pack('>I6', now) .. ARGV[10] end
local head = struct.pack('>BBB', 1, ARGV[5], why) .. record:sub(4, 7) .. ARGV[3] .. record:sub(24, 61)
local lines = history_with(line(attempt, why, ARGV[7], ARGV[8]))
local said = write(head, lease, now + ARGV[4], lines .. answer)
tell()
return said
