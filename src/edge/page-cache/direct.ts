import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Service } from '../../services/service.ts'
import { errorDocument, sendMinimal } from '../transport/minimal-response.ts'
import { requestIdOf } from '../transport/request-id.ts'
import { clientOf } from '../transport/trusted-proxies.ts'
import type { EdgeParts } from './edge-parts.ts'
import { TooBusy } from './fair-queue.ts'

/** Seconds, in which a burst of requests passes. */
const RETRY_AFTER = '5'

export type Fail = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

export function createFailures(parts: EdgeParts): Fail {
  return (error, request, response) => {
    parts.readers.failed += 1
    if (error instanceof TooBusy) {
      parts.counts.refused += 1
      parts.onRefused?.()
      refuse(parts.serviceOf(request.headers.host ?? ''), response)
      return
    }
    parts.onError(error)
    sendMinimal(response, 500)
  }
}

function refuse(service: Service, response: ServerResponse): void {
  const body = errorDocument(service, service.messages.unavailable)
  sendMinimal(response, 503, { 'retry-after': RETRY_AFTER, 'content-type': 'text/html; charset=utf-8' }, body)
}

export function createDirect(parts: EdgeParts, fail: Fail): RequestListener {
  const { app, access, serviceOf } = parts
  const { hit } = access ?? {}
  const onFile: RequestListener | undefined =
    hit && ((request, response) => hit(request, response, serviceOf(request.headers.host ?? '').name))
  const logOwn = (request: IncomingMessage, response: ServerResponse, since: number): void => {
    const service = serviceOf(request.headers.host ?? '').name
    access?.other(request, response, { cache: 'none', service, requestId: requestIdOf(request), since })
  }

  return (request, response) => {
    if (parts.files?.respond(request, response, onFile)) return
    const kind = parts.routes.kindOf(request.url ?? '/')
    if (!parts.cache || kind === undefined) return app(request, response)
    const since = performance.now()
    parts.turns.take(kind, clientOf(request, parts.trusts)).then(
      (release) => {
        // A queued response is destroyed a moment after its connection.
        if (response.destroyed || request.socket.destroyed) {
          logOwn(request, response, since)
          return release()
        }
        response.once('close', release)
        app(request, response)
      },
      (error: unknown) => {
        logOwn(request, response, since)
        fail(error, request, response)
      },
    )
  }
}
