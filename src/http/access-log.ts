import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { loggedAddress } from './logged-address.ts'

export interface AccessLogSettings {
  /** `misses`: all requests but those that the page cache answers by itself. */
  lines: 'off' | 'misses' | 'all'
  /** The share of hits that have a line, 0 to 1. */
  hits: number
}

/** What the page cache had to do with an answer; `none`: it was not asked. `refresh`: nobody waited for it. */
export type CacheState = 'hit' | 'stale' | 'miss' | 'none' | 'refresh'

export interface Access {
  cache: CacheState
  service: string
  requestId?: string
  /** When the request came, by `performance.now()`. */
  since: number
}

/** A line for each answer, when it is sent or cut off. Absent functions write none (OBS-20). */
export interface AccessLog {
  other(request: IncomingMessage, response: ServerResponse, access: Access): void
  hit?(request: IncomingMessage, response: ServerResponse, service: string): void
}

/** Decided once: what is not to be logged costs nothing (OBS-23). */
export function createAccessLog({ lines, hits }: AccessLogSettings, log: Logger): AccessLog | undefined {
  if (lines === 'off' || !log.isLevelEnabled('info')) return undefined
  const write = (
    request: IncomingMessage,
    response: ServerResponse,
    { cache, service, requestId, since }: Access,
    share?: number,
  ): void => {
    const { socket, method, url = '' } = request
    const before = socket.bytesWritten ?? 0
    // Express shortens the address while it looks for a route.
    const address = loggedAddress(url)
    const tell = (): void =>
      log.info(
        {
          ...(requestId !== undefined && { requestId }),
          method,
          path: address,
          status: response.statusCode,
          // Of a request without a connection nothing is sent.
          bytes: Math.max(0, (socket.bytesWritten ?? 0) - before),
          ms: Math.round((performance.now() - since) * 10) / 10,
          cache,
          service,
          ...(!response.writableFinished && { isCutOff: true }),
          ...(share !== undefined && { sample: share }),
        },
        'request',
      )
    // Its reader may have gone before it was there.
    if (response.destroyed) tell()
    else response.once('close', tell)
  }
  return {
    other: write,
    ...(lines === 'all' &&
      hits > 0 && {
        hit(request, response, service) {
          if (Math.random() < hits) write(request, response, { cache: 'hit', service, since: performance.now() }, hits)
        },
      }),
  }
}
