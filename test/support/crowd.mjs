/**
 * Readers who come at once, each on a connection of its own, in a process that does nothing else: what they cost is no
 * part of what the test or its stand-ins do meanwhile. Told `{port, path, headers, count}`, it answers with the statuses
 * they got, counted, and with the milliseconds until the last one had all of it.
 */
import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'

process.on('message', async ({ port, path, headers, count }) => {
  const request = `GET ${path} HTTP/1.1\r\nHost: portal\r\n${headers}\r\n`
  const statuses = {}
  const startedAt = performance.now()
  const responses = await Promise.all(Array.from({ length: count }, () => answerTo(port, request)))
  const ms = performance.now() - startedAt
  for (const status of responses) statuses[status] = (statuses[status] ?? 0) + 1
  process.send({ statuses, ms })
})
process.on('disconnect', () => process.exit(0))

/** @returns the status, once the whole response is here; what went wrong, by name, where there is none */
function answerTo(port, request) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let status = 'cut off'
    let missing = Number.POSITIVE_INFINITY
    let head = ''
    socket.on('data', (chunk) => {
      if (missing === Number.POSITIVE_INFINITY) {
        head += chunk.toString('latin1')
        const end = head.indexOf(HEAD_END)
        if (end === -1) return
        status = Number(head.slice(9, 12))
        missing = Number(/^content-length: (\d+)$/im.exec(head)?.[1]) + end + HEAD_END.length - head.length
      } else missing -= chunk.length
      if (missing <= 0) socket.destroy()
    })
    socket.on('error', ({ code }) => {
      status = code
    })
    socket.on('close', () => resolve(missing <= 0 ? status : `cut off: ${status}`))
    socket.write(request)
  })
}
