-- Arguments: key, first number, template of an order, orders a request. In the template # stands for the number of the
-- order, of nine digits, and $ for an IP address of fifteen characters: every body has the same length.
local head, before, after, count
local number

local function split(text)
  local parts = {}
  for part in (text .. "#"):gmatch("([^#]*)#") do
    parts[#parts + 1] = part
  end
  return parts
end

local function order()
  local n = tostring(number)
  local ip = string.format("203.%d.%d.%d", 100 + number % 150, 100 + number % 149, 100 + number % 148)
  number = number + 1
  return table.concat(before, n) .. ip .. table.concat(after, n)
end

local function body()
  local orders = {}
  for i = 1, count do
    orders[i] = order()
  end
  return '{"orders":[' .. table.concat(orders, ",") .. "]}"
end

function init(args)
  number = tonumber(args[2])
  count = tonumber(args[4])
  local file = io.open(args[3])
  local template = file:read("*a")
  file:close()
  local ip = template:find("$", 1, true)
  before = split(template:sub(1, ip - 1))
  after = split(template:sub(ip + 1))
  head = "POST /api/v2/orders/upload HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " .. args[1]
    .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #body() .. "\r\n\r\n"
end

function request()
  return head .. body()
end
