/**
 * Stands in front of a server that compresses less well than the portal, as a CDN would: best brotli, once for each
 * body. A process of its own.
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

const [origin] = await once(process, 'message')
// The channel closes when the process that measures is gone, however it ended.
process.once('disconnect', () => process.exit(0))
/** Compressed bodies by what they were. */
const known = new Map()

const server = createServer(async (asked, response) => {
  const upstream = request(new URL(asked.url, origin), {
    method: asked.method,
    headers: { ...asked.headers, 'accept-encoding': 'identity' },
  })
  asked.pipe(upstream)
  upstream.once('error', () => response.writeHead(502).end())
  const [answer] = await once(upstream, 'response')
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
  const body = Buffer.concat(await answer.toArray())
  const isAsked = asked.headers['accept-encoding']?.includes('br') === true
  const isCompressed = isAsked && body.length > 0 && COMPRESSIBLE.test(headers['content-type'] ?? '')
  const sent = isCompressed ? await compressed(body) : body
  if (isCompressed) Object.assign(headers, { 'content-encoding': 'br', 'content-length': sent.length })
  response.writeHead(answer.statusCode, headers)
  response.end(asked.method === 'HEAD' ? undefined : sent)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send(server.address().port)

async function compressed(body) {
  const key = body.toString('latin1')
  const bytes = known.get(key) ?? (await compress(body, BEST))
  known.set(key, bytes)
  return bytes
}
