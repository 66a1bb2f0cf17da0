/**
 * Requests at a steady rate, whatever becomes of those before them, in a process that does nothing else. Told
 * `{port, paths, rate, ms, clients, headers}`, it asks for the paths in turn and answers with the statuses it got,
 * counted, and the milliseconds of each response.
 */
import { Agent, request } from 'node:http'

/** Open connections at a time; further requests wait here. */
const MAX_SOCKETS = 1024
/** After the last request was sent, answers are waited for. Milliseconds. */
const PATIENCE = 10_000

process.on('message', async ({ port, paths, rate, ms, clients, headers }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  const statuses = {}
  const times = []
  const responses = []
  const startedAt = performance.now()
  // As many as are due: timers come late when the machine is busy.
  for (let sent = 0; performance.now() - startedAt < ms; ) {
    const due = ((performance.now() - startedAt) / 1000) * rate
    for (; sent < due; sent++) {
      const from = clients > 0 ? { 'x-forwarded-for': ipAddressOf(sent % clients) } : {}
      responses.push(ask({ port, path: paths[sent % paths.length], headers: { ...headers, ...from } }))
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(responses)
  agent.destroy()
  process.send({ statuses, times })

  function ask({ port: to, path, headers: own }) {
    return new Promise((resolve) => {
      const since = performance.now()
      const done = (status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        times.push(performance.now() - since)
        resolve()
      }
      const call = request(
        { port: to, host: '127.0.0.1', path, agent, headers: own, timeout: PATIENCE },
        (response) => {
          response.resume()
          response.on('end', () => done(response.statusCode))
          response.on('error', ({ code }) => done(code))
        },
      )
      call.on('timeout', () => call.destroy())
      call.on('error', ({ code }) => done(code))
      call.end()
    })
  }
})
process.on('disconnect', () => process.exit(0))

/** An IP address reserved for documentation and tests (RFC 2544). */
function ipAddressOf(number) {
  return `198.18.${Math.trunc(number / 250)}.${1 + (number % 250)}`
}
