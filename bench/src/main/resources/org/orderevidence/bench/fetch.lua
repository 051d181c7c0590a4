-- Arguments: key, seed, file of order ids. Fetches one of them at random.
local head, tail
local ids = {}

function init(args)
  math.randomseed(tonumber(args[2]))
  head = "GET /api/v2/orders/"
  tail = " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " .. args[1] .. "\r\n\r\n"
  for id in io.lines(args[3]) do
    ids[#ids + 1] = id
  end
end

function request()
  return head .. ids[math.random(#ids)] .. tail
end
