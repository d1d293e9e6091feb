#!lua flags=allow-oom
-- Saves the answer of a first attempt, if its record is, byte for byte, what the claim wrote: in progress, of this attempt and
-- this claim. Every new key runs it, so that it does nothing else; whatever else is the case, save.lua is asked.
-- ARGV: the record as it was written, the record that takes its place, retention in milliseconds, the channel if somebody listens.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if ARGV[4] then redis.call('PUBLISH', ARGV[4], KEYS[1]) end
return 1
