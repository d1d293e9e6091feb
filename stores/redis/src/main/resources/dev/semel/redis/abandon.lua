#!lua flags=allow-oom
-- Frees what a claim took whose caller gave up unanswered. It ran nothing, but the attempt before it may have: that doubt stays.
-- ARGV: channel, claim id.
if not record or record:sub(8, 23) ~= ARGV[2] or state ~= IN_PROGRESS then
    return say(UNCHANGED)
end
if older() ~= '' then return give_back(older()) end
return finish(follows_doubt() and IN_DOUBT or RELEASED, expires, '')
