-- The record's history: attempt, reason, instant, and for a settlement who and why, each behind its length.
local function line(number, why_began, who, why)
    return struct.pack('>I4BI6I2', number, why_began, now, #who) .. who .. struct.pack('>I2', #why) .. why
end

-- The history behind its length, with one more line. It begins with the first attempt's, and the last eight are kept.
local function history_with(added)
    local lines = record:sub(76, history)
    if lines == '' then
        lines = struct.pack('>I4B', attempt, reason) .. record:sub(56, 61) .. '\0\0\0\0'
    end
    lines = lines .. added
    local count, at, second = 0, 1, 1
    while at <= #lines do
        local who = (struct.unpack('>I2', lines, at + 11))
        at = at + 15 + who + struct.unpack('>I2', lines, at + 13 + who)
        count = count + 1
        if count == 1 then second = at end
    end
    if count > 8 then lines = lines:sub(second) end
    return struct.pack('>I2', #lines) .. lines
end
