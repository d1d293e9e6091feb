#!lua flags=allow-oom
-- Lets a living attempt keep its lease; a lapsed lease that nobody took over is not lost.
-- A full server lets it: the record does not grow.
-- ARGV: channel, attempt and claim id, lease and retention in milliseconds.
local held = record and record:sub(4, 23) == ARGV[2] and state == IN_PROGRESS
if held then renew(tonumber(ARGV[3]), tonumber(ARGV[4])) end
record = ''
return say(held and WRITTEN or UNCHANGED)
