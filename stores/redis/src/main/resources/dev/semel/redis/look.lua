#!lua flags=no-writes,allow-cross-slot-keys
-- One step through the records of this server: its keys are of many slots, and no others are touched.
-- ARGV: the cursor, what names look like, how many keys to look at, the states that are asked for, how many bytes the
-- records may have together, and of which run of a server the cursor is, or nothing for the first one.
-- Says of which run this one is, and nothing more to whoever comes from another: to this process its cursor means nothing. Then
-- the next cursor, how many keys there were, Redis' clock, the bytes of what is asked for, and how many bytes
-- the server has ever received, which says how much others want of it; and, unless what is asked for is too much,
-- of each record that is asked for its key, its expiry and its bytes. A key that cannot be read here, since it is another
-- server's by now or no record at all, has no bytes.
local info = redis.call('INFO', 'server', 'stats')
local run = info:match('run_id:(%x+)')
if ARGV[6] ~= '' and ARGV[6] ~= run then return {run} end
local step = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', ARGV[3])
local found, apart, bytes = {}, {}, 0
for _, key in ipairs(step[2]) do
    local state = redis.pcall('GETRANGE', key, 1, 1)
    if type(state) ~= 'string' then
        -- Whoever lacks a right is told so, instead of being asked for each key again.
        if state.err:find("can't", 1, true) or state.err:find('ACL', 1, true) then return state end
        apart[#apart + 1] = key
    elseif state ~= '' and ARGV[4]:find(state, 1, true) then
        found[#found + 1] = key
        bytes = bytes + redis.call('STRLEN', key)
    end
end
local time = redis.call('TIME')
local received = info:match('total_net_input_bytes:(%d+)')
local said = {run, step[1], #step[2], time[1] * 1000 + math.floor(time[2] / 1000), bytes, tonumber(received or -1)}
if bytes > tonumber(ARGV[5]) then
    return said
end
local function say(key, expires, record)
    said[#said + 1] = key
    said[#said + 1] = expires
    said[#said + 1] = record
end
for _, key in ipairs(found) do
    say(key, redis.call('PEXPIRETIME', key), redis.call('GET', key))
end
for _, key in ipairs(apart) do
    say(key, 0, '')
end
return said
