-- What every script begins with: it reads the record, and knows how to write one. Places count from 1; numbers are big-endian.
--    1  version        1 byte, 1        56  created          6 bytes, milliseconds since 1970
--    2  state          1 byte           62  lease            6 bytes: in progress, by how much the record outlives its lease;
--    3  reason         1 byte                                ended, the instant at which the lease ended or would have
--    4  attempt        4 bytes          68  expires          6 bytes: 0 in progress, where the key's own expiry says it
--    8  claim id       16 bytes         74  history's length 2 bytes
--   24  fingerprint    32 bytes         76  history, and after it the saved answer, if there is one
-- KEYS: the record. ARGV[1]: the channel on which endings are told, or nothing while nobody listens. The last of ARGV, for scripts
-- that replace the record: the list of what waits for a decision. It is not among the keys: where its slot is on its way to
-- another server, a script with two keys would not be run at all, and the record comes first.
local UNCHANGED, WRITTEN, UNREADABLE = 0, 1, 2
local IN_PROGRESS, COMPLETED, FAILED, IN_DOUBT, RELEASED = 0, 1, 2, 3, 4
local NEVER = 281474976710655
local LARGEST = 2147483647
local key = KEYS[1]

-- Redis' own clock, which stands still while a script runs.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local record = redis.call('GET', key)
local expires = 0
if record then
    expires = redis.call('PEXPIRETIME', key)
    if expires < 0 then expires = NEVER end
    -- Redis keeps a key to the end of the millisecond in which it expires, and its clock may show the next one by now. What it
    -- has is not over: native commands are told so, too.
    now = math.min(now, expires - 1)
end

local function say(what)
    return struct.pack('>BI6I6', what, now, expires) .. (record or '')
end

-- Whether the lines of a history are whole, up to this place, and no more than are kept.
local function are_lines(ends)
    local at, count = 76, 0
    while at + 14 <= ends and record:byte(at + 4) <= 7 do
        local why = at + 13 + struct.unpack('>I2', record, at + 11)
        if why + 1 > ends then return false end
        at = why + 2 + struct.unpack('>I2', record, why)
        count = count + 1
    end
    return at == ends + 1 and count <= 8
end

-- Whether an answer follows this place: sixteen bytes, the last one the length of the content type that comes next.
local function is_answer(ends)
    if #record < ends + 16 then return false end
    local version, number = struct.unpack('>I4I4', record, ends + 2)
    local type = record:byte(ends + 16)
    return #record >= ends + 16 + type
        and version <= LARGEST
        and number >= 1 and number <= LARGEST
        and not record:sub(ends + 17, ends + 16 + type):find('[^ -~]')
end

-- Whether this version can read the record. What it cannot is given to nobody and never written over, whoever damaged it (T10).
local function is_readable()
    if #record < 75 or record:byte(1) ~= 1 then return false end
    local state, reason, attempt = struct.unpack('>BBI4', record, 2)
    local ends = 75 + struct.unpack('>I2', record, 74)
    if state > RELEASED or reason > 7 or attempt < 1 or attempt > LARGEST then return false end
    if ends > #record or not are_lines(ends) then return false end
    if state == IN_DOUBT or state == RELEASED or (state == IN_PROGRESS and #record == ends) then return #record == ends end
    if not is_answer(ends) then return false end
    return state == IN_PROGRESS or (state == COMPLETED) == (record:byte(ends + 1) % 2 == 1)
end

if record and not is_readable() then
    record = ''
    return say(UNREADABLE)
end

-- Where the history ends, and when the lease does.
local state, reason, attempt, history, lease
if record then
    state, reason, attempt = struct.unpack('>BBI4', record, 2)
    history = 75 + struct.unpack('>I2', record, 74)
    lease = (struct.unpack('>I6', record, 62))
    if state == IN_PROGRESS then lease = expires - lease end
end

-- Replaces the record; an expiry goes into the same write. The head reaches up to the lease, the rest begins with the history. Only
-- what comes into doubt or out of it is looked for on the list: hardly any record was ever there.
local function write(head, leased, ends, rest)
    local told = ends
    if head:byte(2) == IN_PROGRESS then told = 0 end
    record = head .. struct.pack('>I6I6', leased, told) .. rest
    expires = ends
    if ends == NEVER then
        redis.call('SET', key, record)
    else
        redis.call('SET', key, record, 'PXAT', ends)
    end
    if head:byte(2) == IN_DOUBT then
        enlist(ARGV[#ARGV], key, ends, now)
    elseif state == IN_DOUBT or (state == IN_PROGRESS and now >= lease) then
        delist(ARGV[#ARGV], key)
    end
    return say(WRITTEN)
end

-- Lets the lease run anew. The value is touched only if the record must outlive the lease by another length than before.
local function renew(length, retention)
    local ends = math.max(now + length + retention, expires)
    local outlives = struct.pack('>I6', ends - now - length)
    if record:sub(62, 67) ~= outlives then
        redis.call('SETRANGE', key, 61, outlives)
        record = record:sub(1, 61) .. outlives .. record:sub(68)
    end
    redis.call('PEXPIREAT', key, ends)
    expires = ends
    return say(WRITTEN)
end

-- An ending is told to whoever waits.
local function tell()
    if ARGV[1] ~= '' then redis.call('PUBLISH', ARGV[1], key) end
end

-- The attempt ends: in this state, with this answer or none.
local function finish(next, ends, answer)
    local said = write(struct.pack('>BB', 1, next) .. record:sub(3, 61), lease, ends, record:sub(74, history) .. answer)
    tell()
    return said
end

-- The older answer that a rerun left in place; it is given back by an attempt that saved none.
local function older()
    return record:sub(history + 1)
end

local function give_back(answer)
    local next = FAILED
    if answer:byte(1) % 2 == 1 then next = COMPLETED end
    return finish(next, expires, answer)
end

-- Reasons 1 and 2, a lapsed lease and a doubt: nobody knows what the attempt before did.
local function follows_doubt()
    return reason == 1 or reason == 2
end
