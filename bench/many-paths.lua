-- Requests the paths of a file in turn, one per line; the requests are built before the load begins.
local requests = {}
local last = 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format('GET', path)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end
