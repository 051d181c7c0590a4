-- Arguments: origin, cookie, file with a request on each line: method, path and form, separated by tabs. Sends them in
-- random order, and ends with one line of figures in milliseconds.
local requests = {}

function init(args)
  math.randomseed(7)
  local own = { ["Cookie"] = args[2], ["Origin"] = args[1], ["Content-Type"] = "application/x-www-form-urlencoded" }
  for line in io.lines(args[3]) do
    local method, path, form = line:match("^(%S+)\t(%S+)\t?(%S*)$")
    if method == "GET" then
      requests[#requests + 1] = wrk.format("GET", path, { ["Cookie"] = args[2] })
    else
      requests[#requests + 1] = wrk.format("POST", path, own, form)
    end
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %.1f %.1f %.1f %d %d\n",
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000, summary.requests,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
