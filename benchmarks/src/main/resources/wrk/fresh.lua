-- A payment with a key of its own each time.
local threads = 0
function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

function init(args)
    run = args[1]
    sent = 0
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/json"
    wrk.body = '{"amount":1000,"currency":"eur","source":"tok_visa","description":"' .. string.rep("d", 180) .. '"}'
end

function request()
    sent = sent + 1
    wrk.headers["Idempotency-Key"] = string.format("bench-%s-%02x-%016x", run, number, sent)
    return wrk.format(nil, "/v1/charges")
end
