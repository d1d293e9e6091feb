-- Decides who runs, where the record's time or a takeover is part of the question; a new key is claimed here only if its age
-- must be judged, or if the record that a native claim met is gone by now.
-- ARGV: channel, claim id, fingerprint, lease and retention in milliseconds, HOLD or TAKE, the schema version below which an
-- answer is run again, the key's birth and the oldest that it may be (or nothing).
-- On a full server a claim that would write is refused, and all others are answered: so no flags.
local FIRST, LAPSED, DOUBTED, FREED, OLDER_VERSION, SETTLED_RERUN = 0, 1, 2, 3, 4, 7
local claim, fingerprint = ARGV[2], ARGV[3]
local length, retention = tonumber(ARGV[4]), tonumber(ARGV[5])
local hold = ARGV[6] == 'HOLD'

local function grant(number, why, created, rest, least)
    local ends = math.max(now + length + retention, least)
    local head = struct.pack('>BBBI4', 1, IN_PROGRESS, why, number) .. claim .. fingerprint .. created
    return write(head, ends - now - length, ends, rest)
end

local function take_over(why, answer, least)
    local added = line(attempt + 1, why, '', '')
    return grant(attempt + 1, why, record:sub(56, 61), history_with(added) .. answer, least)
end

if not record then
    if ARGV[8] ~= '' and now - tonumber(ARGV[8]) > tonumber(ARGV[9]) then return say(UNCHANGED) end
    return grant(1, FIRST, struct.pack('>I6', now), '\0\0', 0)
end

local own = record:sub(8, 23) == claim
if state == RELEASED then
    if own then return say(UNCHANGED) end
    -- What an operator allowed to run again is still in doubt, and the next attempt is told so.
    return take_over(reason == SETTLED_RERUN and SETTLED_RERUN or FREED, '', 0)
end
if record:sub(24, 55) ~= fingerprint then return say(UNCHANGED) end
if state == IN_DOUBT then
    if own or hold then return say(UNCHANGED) end
    return take_over(DOUBTED, '', 0)
end
-- Sent again because its answer got lost: it finds its own record.
if state == IN_PROGRESS and own then return renew(length, retention) end

local answer = older()
local content = own or (answer ~= '' and struct.unpack('>I4', answer, 2) >= tonumber(ARGV[7]))
if content then return say(UNCHANGED) end
if state == IN_PROGRESS and now < lease then return say(UNCHANGED) end
if answer ~= '' then return take_over(OLDER_VERSION, answer, expires) end
if hold then
    -- Nobody writes anything when a lease runs out. Now somebody waits for what is decided about it.
    enlist(ARGV[#ARGV], key, expires, now)
    return say(UNCHANGED)
end
return take_over(LAPSED, '', 0)
