#!lua flags=no-writes,allow-cross-slot-keys
-- One step through the lists of what waits for a decision: some lines of one of them, behind those that were read already.
-- ARGV: the key behind which to begin in the first list, or nothing; how many lines to read; the lists, each with its place among all.
-- Says Redis' clock; in which list it ended, or nothing behind the last; how many lists are another server's by now; and of each line the
-- list's place, the key, its expiry and its record: no bytes where the record does not wait any more, or cannot be read here.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = tonumber(ARGV[2])
local said = {now, '', 0}
local from = ARGV[1] == '' and '-' or '(' .. ARGV[1]
for i = 3, #ARGV, 2 do
    local keys = redis.pcall('ZRANGE', ARGV[i + 1], from, '+', 'BYLEX', 'LIMIT', 0, left)
    if keys.err then
        -- Whoever lacks a right is told so.
        if keys.err:find("can't", 1, true) or keys.err:find('ACL', 1, true) then return keys end
        if not keys.err:find('WRONGTYPE', 1, true) then said[3] = said[3] + 1 end
        keys = {}
    end
    for _, key in ipairs(keys) do
        local is_waiting = waits(key, now)
        said[#said + 1] = ARGV[i]
        said[#said + 1] = key
        said[#said + 1] = is_waiting and redis.call('PEXPIRETIME', key) or 0
        said[#said + 1] = is_waiting and redis.call('GET', key) or (is_waiting == nil and 'unreadable' or '')
    end
    left = left - #keys
    if left <= 0 then
        said[2] = ARGV[i]
        break
    end
    from = '-'
end
return said
