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
return 1
