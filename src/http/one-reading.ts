import type { IncomingMessage, RequestListener } from 'node:http'
import { bareAnswer } from './bare-answer.ts'
import { isHostName } from './host-name.ts'
import { remember } from './remember.ts'
import { namesKnownCodings, refusalOfCodings } from './transfer-codings.ts'

const MAX_KNOWN_HOSTS = 64
const SLASH = 47
/** The scheme and the authority of a target in absolute form. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/** Mostly the host of the request before. */
const isGoodHost = remember(isHostName, MAX_KNOWN_HOSTS)

/**
 * Refuses requests that another server might read in another way: with no host, two or one that is none, with a length
 * that is not certain, of another version (SEC-1 to SEC-6). After such a request nobody knows where the next one begins,
 * so the connection ends.
 */
export function oneReading(listener: RequestListener): RequestListener {
  return (request, response) => {
    const status = refusalOf(request)
    if (status === undefined) return listener(request, response)
    // The last one of its connection, for `limitWaiting` too.
    response.shouldKeepAlive = false
    bareAnswer(response, status, { connection: 'close' })
  }
}

function refusalOf(request: IncomingMessage): 400 | 501 | 505 | undefined {
  // Numbers: the version as a text is put together for each request.
  const { rawHeaders, httpVersionMajor, httpVersionMinor, url = '' } = request
  const isCurrent = httpVersionMajor === 1 && httpVersionMinor === 1
  if (!isCurrent && !(httpVersionMajor === 1 && httpVersionMinor === 0)) return 505
  let hosts = 0
  let host = ''
  let codings: string[] | undefined
  // Names and values take turns. By their lengths first: few headers have one of these.
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
  // A version that knew no hosts may name none (RFC 9112, 3.2).
  const hasHost = hosts === 1 ? isGoodHost(host) : hosts === 0 && !isCurrent
  if (!hasHost) return 400
  if (url.charCodeAt(0) !== SLASH && !hasOwnTarget(request, host)) return 400
  return codings && refusalOfCodings(codings, isCurrent)
}

/**
 * A target in absolute form is one more place for a host: it must be the same one, and is a path like any other from
 * there on (RFC 9112, 3.2.2). Of the other forms there is only `*`, and the application refuses it.
 */
function hasOwnTarget(request: IncomingMessage, host: string): boolean {
  const { url = '' } = request
  const [start = '', authority] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined) return url === '*'
  if (authority.toLowerCase() !== host.toLowerCase()) return false
  const path = url.slice(start.length)
  request.url = path.startsWith('/') ? path : `/${path}`
  return true
}
