#!lua flags=allow-oom
-- Does once, with a key that is gone at once, what the other scripts do: a user who lacks a right is told so at start-up, and not
-- by the first takeover. Nobody takes the message for one of ours.
-- KEYS: the key. ARGV: the channel.
redis.call('TIME')
redis.call('SET', KEYS[1], 'rights', 'PX', 1000)
redis.call('GET', KEYS[1])
redis.call('PEXPIRETIME', KEYS[1])
redis.call('SETRANGE', KEYS[1], 0, 'r')
redis.call('PEXPIREAT', KEYS[1], 1)
redis.call('PUBLISH', ARGV[1], 'rights')
redis.call('EXISTS', KEYS[1])
redis.call('GETRANGE', KEYS[1], 0, 0)
redis.call('STRLEN', KEYS[1])
local list = KEYS[1] .. 'd'
redis.call('ZADD', list, 0, 'rights')
redis.call('PEXPIREAT', list, 1)
redis.call('ZCARD', list)
redis.call('ZRANGE', list, 0, 0)
redis.call('ZREM', list, 'rights')
return 1
