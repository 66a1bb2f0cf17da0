/**
 * The yardstick: the least that `node:http` can do to send answers. It looks at nothing in the request, or, where it has
 * answers to several addresses, at the address alone. Each set of responses has a port of its own, so that both servers
 * get the very same requests.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'

process.once('message', async (sets) => {
  process.send(await Promise.all(sets.map(serve)))
})
// The channel closes when the process that measures is gone, however it ended.
process.once('disconnect', () => process.exit(0))

/**
 * @param responses one response, or a map of them by path
 * @returns the port on which they are given
 */
async function serve(responses) {
  const server = createServer(responses instanceof Map ? fromMap(responses) : always(responses))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
}

function always({ status, headers, body }) {
  const [head, bytes] = [listed(headers), owned(body)]
  return (_request, response) => {
    response.writeHead(status, head)
    response.end(bytes)
  }
}

function fromMap(responses) {
  const ready = new Map()
  for (const [url, { status, headers, body }] of responses) {
    ready.set(url, { status, head: listed(headers), bytes: owned(body) })
  }
  return (request, response) => {
    const { status, head, bytes } = ready.get(request.url)
    response.writeHead(status, head)
    response.end(bytes)
  }
}

/** Names and values in one list, which costs `node:http` less than an object. */
function listed(headers) {
  return Object.entries(headers).flat()
}

/** Of its own memory: what came by message is a view of a larger one. */
function owned(body) {
  return Buffer.from(body)
}
