-- The list of what waits for somebody's decision, beside the records: their keys, in order. It is a help and not a truth: no
-- record's way depends on it, so that whatever is wrong with it is passed over, and whoever reads a line looks at the record.
local MOST_LISTED = 10000
local LOOKED_AT_FOR_ROOM = 8
local FOREVER = 281474976710655

-- Whether a record waits: in doubt, or in progress with a lease that is over and no older answer. Nothing where it cannot be read.
local function waits(key, now)
    local head = redis.pcall('GETRANGE', key, 0, 74)
    if head == '' then return false end
    if type(head) ~= 'string' or #head < 75 or head:byte(1) ~= 1 then return nil end
    if head:byte(2) == 3 then return true end
    if head:byte(2) ~= 0 then return false end
    local outlives, _, history = struct.unpack('>I6I6I2', head, 62)
    local ends = redis.call('PEXPIRETIME', key)
    return ends >= 0 and now >= ends - outlives and redis.call('STRLEN', key) == 75 + history
end

-- A list is one key for many records, and those are moved one by one: while their slot is on its way to another server, a list on
-- the one side would stand in the way of that on the other (BUSYKEY). So nothing is listed until it is there. Of two keys,
-- of which one is never there, a server tells only where their slot is at rest.
local function is_at_rest(list, key)
    return type(redis.pcall('EXISTS', key, list .. '-')) == 'number'
end

-- Of a full list, a few lines behind the new one are looked at: those that wait no more go, and those that will be forgotten by
-- themselves make room for one that never is.
local function make_room(list, key, ends, now)
    local others = redis.call('ZRANGE', list, '(' .. key, '+', 'BYLEX', 'LIMIT', 0, LOOKED_AT_FOR_ROOM)
    if #others == 0 then
        others = redis.call('ZRANGE', list, '-', '+', 'BYLEX', 'LIMIT', 0, LOOKED_AT_FOR_ROOM)
    end
    for _, other in ipairs(others) do
        local yields = ends == FOREVER and redis.call('PEXPIRETIME', other) >= 0
        if yields or waits(other, now) == false then redis.call('ZREM', list, other) end
    end
    return redis.call('ZCARD', list) < MOST_LISTED
end

-- The list is kept for as long as what is on it. Says whether it is full of others.
local function add(list, key, ends, now)
    if not redis.call('ZRANGE', list, '[' .. key, '[' .. key, 'BYLEX')[1] then
        if not is_at_rest(list, key) then return false end
        if redis.call('ZCARD', list) >= MOST_LISTED and not make_room(list, key, ends, now) then return true end
    end
    local kept = redis.call('PEXPIRETIME', list)
    redis.call('ZADD', list, 0, key)
    if kept ~= -1 and kept < ends then redis.call('PEXPIREAT', list, ends) end
    return false
end

local function enlist(list, key, ends, now)
    local done, is_full = pcall(add, list, key, ends, now)
    return done and is_full
end

local function delist(list, key)
    redis.pcall('ZREM', list, key)
end
