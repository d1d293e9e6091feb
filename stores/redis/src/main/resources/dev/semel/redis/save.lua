#!lua flags=allow-oom
-- Saves an attempt's answer, if the attempt is still the current one, also if it was left in doubt. A full server takes no new
-- claims, but it lets those who hold one end: what this adds is bounded by the attempts that run.
-- ARGV: channel, attempt and claim id, COMPLETED or FAILED, retention in milliseconds, the answer before and after its instant.
if not record or record:sub(4, 23) ~= ARGV[2] or (state ~= IN_PROGRESS and state ~= IN_DOUBT) then
    return say(UNCHANGED)
end
finish(tonumber(ARGV[3]), now + ARGV[4], ARGV[5] .. struct.pack('>I6', now) .. ARGV[6])
-- The answer is the caller's own: it needs no way back.
record = record:sub(1, history)
return say(WRITTEN)
