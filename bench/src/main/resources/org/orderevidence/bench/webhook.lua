-- Arguments: key (not used), file of requests. Each request in the file follows a line with its number of bytes.
local requests

function init(args)
  requests = io.open(args[2], "rb")
end

function request()
  local length = tonumber(requests:read("*l"))
  local whole = length and requests:read(length)
  if not whole then
    io.stdout:write("the file of webhooks has too few requests\n")
    io.stdout:flush()
    os.exit(1)
  end
  return whole
end
