-- The same payment each time.
local threads = 0
function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

function init(args)
    run = args[1]
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/json"
    wrk.body = '{"amount":1000,"currency":"eur","source":"tok_visa","description":"' .. string.rep("d", 180) .. '"}'
end

function request()
    wrk.headers["Idempotency-Key"] = "bench-" .. run .. "-0123456789abcdef0123456789abcdef"
    return wrk.format(nil, "/v1/charges")
end
