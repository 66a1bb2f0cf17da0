import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { checkAddress, guardedLookup } from '../../../media/remote/media-client.ts'
import { isOwn } from '../endpoint.ts'
import type { PushRequest } from './push-request.ts'

export interface PushResponse {
  status: number
  /** Milliseconds that the push service asks senders to wait. */
  retryAfter: number | undefined
}

export type Transport = (request: PushRequest) => Promise<PushResponse>

const DEADLINE_MS = 10_000
const MAX_HEADER_BYTES = 16_384
const IDLE_MS = 15_000

/**
 * Names are looked up by the system, and what it finds has to be public (PUSH-5). Redirects are not followed, and what
 * a response says is not read.
 */
export function createTransport(ownHosts: readonly string[], connections: number): { send: Transport; close(): void } {
  const isTrusted = (hostname: string): boolean => isOwn(hostname, ownHosts)
  const options = {
    lookup: guardedLookup(isTrusted),
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    timeout: IDLE_MS,
  }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  return {
    send: ({ url, headers, body }) =>
      new Promise((done, fail) => {
        checkAddress(url.hostname, isTrusted)
        const shared = { method: 'POST', headers, maxHeaderSize: MAX_HEADER_BYTES }
        const call =
          url.protocol === 'https:'
            ? httpsRequest(url, { ...shared, agent: agents.https })
            : httpRequest(url, { ...shared, agent: agents.http })
        const timer = setTimeout(() => call.destroy(new Error('no response in time')), DEADLINE_MS)
        call.once('response', (response: IncomingMessage) => {
          clearTimeout(timer)
          response.on('error', () => {})
          response.resume()
          done({ status: response.statusCode ?? 0, retryAfter: waitOf(response.headers['retry-after']) })
        })
        call.on('error', (error) => {
          clearTimeout(timer)
          fail(error)
        })
        call.end(body)
      }),
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
