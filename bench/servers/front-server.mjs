/**
 * Stands in front of a server, counts what it sends to browsers, and compresses what the server does not compress as well
 * as the portal, as a CDN would: best brotli, once for each body. A process of its own.
 */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest))/
/** Of one connection; Node writes its own. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding']

const [{ origin, compresses }] = await once(process, 'message')
// The channel closes when the process that measures is gone, however it ended.
process.once('disconnect', () => process.exit(0))
/** Compressed bodies by what they were. */
const known = new Map()
const sockets = new Set()
let sentBefore = 0

const server = createServer((incoming, response) => {
  pass(incoming, response).catch(() => response.destroy())
})
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.once('close', () => {
    sockets.delete(socket)
    sentBefore += socket.bytesWritten
  })
})
process.on('message', () => {
  process.send([...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, sentBefore))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send(server.address().port)

async function pass(incoming, response) {
  const encoding = incoming.headers['accept-encoding'] ?? ''
  const upstream = request(new URL(incoming.url, origin), {
    method: incoming.method,
    headers: { ...incoming.headers, ...(compresses && { 'accept-encoding': 'identity' }) },
  })
  incoming.pipe(upstream)
  const [answer] = await once(upstream, 'response')
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
  const body = Buffer.concat(await answer.toArray())
  const isText = body.length > 0 && COMPRESSIBLE.test(headers['content-type'] ?? '')
  const isCompressed = compresses && isText && encoding.includes('br')
  const sent = isCompressed ? await compressed(body) : body
  if (isCompressed) Object.assign(headers, { 'content-encoding': 'br', 'content-length': sent.length })
  response.writeHead(answer.statusCode, headers)
  response.end(sent)
}

async function compressed(body) {
  const key = body.toString('latin1')
  const bytes = known.get(key) ?? (await compress(body, BEST))
  known.set(key, bytes)
  return bytes
}
