-- Forgets everything under the prefix ARGV[1].
local cursor = '0'
local count = 0
repeat
    local page = redis.call('SCAN', cursor, 'MATCH', ARGV[1] .. '*', 'COUNT', 1000)
    cursor = page[1]
    for _, key in ipairs(page[2]) do count = count + redis.call('DEL', key) end
until cursor == '0'
return count
