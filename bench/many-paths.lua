-- Requests the paths of a file in turn, one per line, as the agents of another one; the requests are built before the load.
local requests = {}
local last = 0

function init(args)
  local agents = {}
  if args[2] then
    for agent in io.lines(args[2]) do
      agents[#agents + 1] = agent
    end
  end
  for path in io.lines(args[1]) do
    if #agents > 0 then
      wrk.headers['user-agent'] = agents[#requests % #agents + 1]
    end
    requests[#requests + 1] = wrk.format('GET', path)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end
