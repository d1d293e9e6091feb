-- Moves every instant of every record under the prefix ARGV[1] into the past by ARGV[2] milliseconds, and its expiry with them.
local past = tonumber(ARGV[2])
local moved = 0

local function back(bytes, at)
    local instant = (struct.unpack('>I6', bytes, at))
    if instant == 0 or instant == 281474976710655 then return bytes end
    return bytes:sub(1, at - 1) .. struct.pack('>I6', math.max(instant - past, 1)) .. bytes:sub(at + 6)
end

local function age(key)
    if key:sub(-1) ~= '}' then
        local ends = redis.call('PEXPIRETIME', key)
        if ends >= 0 and ends < 281474976710655 then redis.call('PEXPIREAT', key, ends - past) end
        return
    end
    local record = redis.call('GET', key)
    if not record then return end
    local expires = redis.call('PEXPIRETIME', key)
    record = back(record, 56)
    if record:byte(2) ~= 0 then record = back(record, 62) end
    record = back(record, 68)
    local history = 75 + struct.unpack('>I2', record, 74)
    local at = 76
    while at <= history do
        record = back(record, at + 5)
        local who = (struct.unpack('>I2', record, at + 11))
        at = at + 15 + who + struct.unpack('>I2', record, at + 13 + who)
    end
    if #record > history then record = back(record, history + 10) end
    redis.call('SET', key, record, 'KEEPTTL')
    -- Where that lies in the past the key is gone at once.
    if expires >= 0 then redis.call('PEXPIREAT', key, expires - past) end
    moved = moved + 1
end

local cursor = '0'
local keys = {}
repeat
    local page = redis.call('SCAN', cursor, 'MATCH', ARGV[1] .. '*', 'COUNT', 1000)
    cursor = page[1]
    -- A key may come twice.
    for _, key in ipairs(page[2]) do keys[key] = true end
until cursor == '0'
for key in pairs(keys) do age(key) end
return moved
