#!lua flags=allow-oom
-- Saves an attempt's answer, if the attempt is still the current one. A full server takes no new claims, but it lets those who
-- hold one end: what this adds is bounded by the attempts that run.
-- ARGV: channel, attempt and claim id, COMPLETED or FAILED, retention in milliseconds, the answer before and after its instant.
-- It stands alone, without record.lua: every new key runs it, and the functions there, and a second copy of the answer, would
-- take longer than all the rest. The places in a record, and what is said, are the same.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local record = redis.call('GET', KEYS[1])
if not record then return struct.pack('>BI6I6', 0, now, 0) end
if #record < 75 or record:byte(1) ~= 1 then return struct.pack('>BI6I6', 2, now, 0) end

local expires = redis.call('PEXPIRETIME', KEYS[1])
if expires < 0 then expires = 281474976710655 end
local state = record:byte(2)
local unended = state == 0 or state == 3
if not unended or record:sub(4, 23) ~= ARGV[2] then return struct.pack('>BI6I6', 0, now, expires) .. record end

local lease = (struct.unpack('>I6', record, 62))
if state == 0 then lease = expires - lease end
local history = 75 + struct.unpack('>I2', record, 74)
local ends = now + ARGV[4]
local head = struct.pack('>BB', 1, ARGV[3]) .. record:sub(3, 61) .. struct.pack('>I6I6', lease, ends) .. record:sub(74, history)
redis.call('SET', KEYS[1], head .. ARGV[5] .. struct.pack('>I6', now) .. ARGV[6], 'PXAT', ends)
if ARGV[1] ~= '' then redis.call('PUBLISH', ARGV[1], KEYS[1]) end
-- The answer is the caller's own: it needs no way back.
return struct.pack('>BI6I6', 1, now, ends) .. head
