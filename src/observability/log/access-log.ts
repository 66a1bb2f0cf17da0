import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { loggedUrl } from './plain-path.ts'

export interface AccessLogSettings {
  lines: 'off' | 'misses' | 'all'
  hits: number
}

export type CacheState = 'hit' | 'stale' | 'miss' | 'none' | 'refresh'

export interface Access {
  cache: CacheState
  service: string
  requestId?: string
  since: number
  /** Called when route and status are known. */
  isLogged?: () => boolean
}

export interface AccessLog {
  other(request: IncomingMessage, response: ServerResponse, access: Access): void
  hit?(request: IncomingMessage, response: ServerResponse, service: string): void
}

/** Disabled lines cost nothing (OBS-20). */
export function createAccessLog({ lines, hits }: AccessLogSettings, log: Logger): AccessLog | undefined {
  if (lines === 'off' || !log.isLevelEnabled('info')) return undefined
  const write = (
    request: IncomingMessage,
    response: ServerResponse,
    { cache, service, requestId, since, isLogged = () => true }: Access,
    share?: number,
  ): void => {
    const { socket, method, url = '' } = request
    const before = socket.bytesWritten ?? 0
    // Express shortens the URL while it routes.
    const path = loggedUrl(url)
    const writeLine = (): void => {
      if (!isLogged()) return
      log.info(
        {
          requestId,
          method,
          path,
          status: response.statusCode,
          bytes: Math.max(0, (socket.bytesWritten ?? 0) - before),
          ms: Math.round((performance.now() - since) * 10) / 10,
          cache,
          service,
          isCutOff: response.writableFinished ? undefined : true,
          sample: share,
        },
        'request',
      )
    }
    if (response.destroyed) writeLine()
    else response.once('close', writeLine)
  }
  const hit: AccessLog['hit'] = (request, response, service) => {
    if (Math.random() < hits) write(request, response, { cache: 'hit', service, since: performance.now() }, hits)
  }
  return { other: write, hit: lines === 'all' && hits > 0 ? hit : undefined }
}
