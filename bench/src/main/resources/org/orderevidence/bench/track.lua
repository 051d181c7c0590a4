-- Arguments: key, seed. A sighting of one of 900 million customers, so that hardly any is already known; every body has
-- the same length.
local head

local function body(n)
  return string.format('{"email":"customer.%d@example.com","ip":"203.%d.%d.%d"}',
    n, 100 + n % 150, 100 + n % 149, 100 + n % 148)
end

function init(args)
  math.randomseed(tonumber(args[2]))
  head = "POST /api/v2/track HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " .. args[1]
    .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #body(100000000) .. "\r\n\r\n"
end

function request()
  return head .. body(math.random(100000000, 999999999))
end
