#!lua flags=allow-oom
-- Writes something that is gone at once. WAIT counts up to the last write of its own connection, and a replay writes nothing.
redis.call('SET', KEYS[1], '', 'PX', 1)
return 1
