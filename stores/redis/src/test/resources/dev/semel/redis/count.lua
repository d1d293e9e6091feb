-- How many records there are under the prefix ARGV[1].
local cursor = '0'
local keys = {}
repeat
    local page = redis.call('SCAN', cursor, 'MATCH', ARGV[1] .. '*}', 'COUNT', 1000)
    cursor = page[1]
    for _, key in ipairs(page[2]) do
        if redis.call('EXISTS', key) == 1 then keys[key] = true end
    end
until cursor == '0'
local count = 0
for _ in pairs(keys) do count = count + 1 end
return count
