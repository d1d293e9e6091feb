#!lua flags=allow-cross-slot-keys
-- Looks at records that somebody came by, and puts them on their lists if they wait for a decision, or takes them off if not.
-- ARGV: for each its list and its key.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- Room is looked for once on each list: whoever comes by thousands of doubts must not hold everybody up with each of them.
local full = {}
for i = 1, #ARGV, 2 do
    local is_waiting = waits(ARGV[i + 1], now)
    if is_waiting and not full[ARGV[i]] then
        local ends = redis.call('PEXPIRETIME', ARGV[i + 1])
        full[ARGV[i]] = enlist(ARGV[i], ARGV[i + 1], ends < 0 and FOREVER or ends, now)
    elseif is_waiting == false then
        delist(ARGV[i], ARGV[i + 1])
    end
end
return 1
