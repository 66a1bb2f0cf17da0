import type { IncomingMessage, RequestListener } from 'node:http'
import { memoizeBounded } from '../../system/memoize.ts'
import { isHostName } from './known-hosts.ts'
import { sendMinimal } from './minimal-response.ts'

/** "trailers" is valid in `TE` alone (RFC 9112, 7). */
const REGISTERED = new Set(['trailers', 'chunked', 'gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'identity'])

function namesKnownCodings(value: string): boolean {
  return itemsOf(value).every((item) => item === '' || REGISTERED.has(item.split(';', 1)[0]?.trim() ?? ''))
}

/**
 * Passes only chunked alone: 501 for codings inside the chunks, 400 otherwise (RFC 9112, 6.1 and 6.3).
 * @param lines values of `Transfer-Encoding`
 * @param isCurrent HTTP/1.1
 */
function refusalOfCodings(lines: readonly string[], isCurrent: boolean): 400 | 501 | undefined {
  const codings = itemsOf(lines.join(','))
  if (!isCurrent || codings.indexOf('chunked') !== codings.length - 1) return 400
  return codings.length === 1 ? undefined : 501
}

function itemsOf(value: string): string[] {
  return value.split(',').map((item) => item.trim().toLowerCase())
}

const MAX_KNOWN_HOSTS = 64
const SLASH = 47
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

const isGoodHost = memoizeBounded(isHostName, MAX_KNOWN_HOSTS)

/**
 * Refuses what another server might read differently (SEC-1 to SEC-6), and ends the connection, as the next request's
 * start is uncertain.
 */
export function strictParsing(listener: RequestListener): RequestListener {
  return (request, response) => {
    const status = refusalOf(request)
    if (status === undefined) return listener(request, response)
    // Tells `limitPipelining` too.
    response.shouldKeepAlive = false
    sendMinimal(response, status, { connection: 'close' })
  }
}

function refusalOf(request: IncomingMessage): 400 | 501 | 505 | undefined {
  const { rawHeaders, httpVersionMajor, httpVersionMinor, url = '' } = request
  const isCurrent = httpVersionMajor === 1 && httpVersionMinor === 1
  if (!isCurrent && !(httpVersionMajor === 1 && httpVersionMinor === 0)) return 505
  let hosts = 0
  let host = ''
  let codings: string[] | undefined
  // Lengths first: few match.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const { length } = name
    if (length === 4) {
      if (name !== 'Host' && name.toLowerCase() !== 'host') continue
      hosts += 1
      host = rawHeaders[index + 1] ?? ''
    } else if (length === 17) {
      if (name.toLowerCase() === 'transfer-encoding') codings = [...(codings ?? []), rawHeaders[index + 1] ?? '']
    } else if (length === 2) {
      if (name.toLowerCase() === 'te' && !namesKnownCodings(rawHeaders[index + 1] ?? '')) return 400
    }
  }
  // HTTP/1.0 has no `Host` and may omit it (RFC 9112, 3.2).
  const hasHost = hosts === 1 ? isGoodHost(host) : hosts === 0 && !isCurrent
  if (!hasHost) return 400
  if (url.charCodeAt(0) !== SLASH && !hasOwnTarget(request, host)) return 400
  return codings && refusalOfCodings(codings, isCurrent)
}

/** An absolute target must name the same host (RFC 9112, 3.2.2). The application refuses `*`. */
function hasOwnTarget(request: IncomingMessage, host: string): boolean {
  const { url = '' } = request
  const [start = '', authority] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined) return url === '*'
  if (authority.toLowerCase() !== host.toLowerCase()) return false
  const path = url.slice(start.length)
  request.url = path.startsWith('/') ? path : `/${path}`
  return true
}
