/**
 * The yardstick: the least that `node:http` can do to send an answer. It looks at nothing in the request; each answer
 * has a port of its own, so that both servers get the very same request.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'

process.once('message', async (answers) => {
  process.send(await Promise.all(answers.map(serve)))
})
// The channel closes when the process that measures is gone, however it ended.
process.once('disconnect', () => process.exit(0))

/** @returns the port on which the answer is given */
async function serve({ status, headers, body }) {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
}
