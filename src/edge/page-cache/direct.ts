import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AccessLog } from '../../observability/log/access-log.ts'
import type { CacheCounts, ReaderCounts } from '../../observability/metrics.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import type { StaticFiles } from '../static-files/static-files.ts'
import { errorDocument, sendMinimal } from '../transport/minimal-response.ts'
import { requestIdOf } from '../transport/request-id.ts'
import type { TrustProxy } from '../transport/strict-transport.ts'
import { clientOf } from '../transport/trusted-proxies.ts'
import { type FairQueue, TooBusy } from './fair-queue.ts'
import type { RouteTable } from './route-table.ts'

/** A burst of requests is likely over by then. Seconds. */
const RETRY_AFTER = '5'

export type Fail = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

interface FailureSettings {
  counts: CacheCounts
  readers: ReaderCounts
  onRefused: () => void
  onError: (error: unknown) => void
  serviceOf: (host: string) => Service
}

export function createFailures({ counts, readers, onRefused, onError, serviceOf }: FailureSettings): Fail {
  return (error, request, response) => {
    readers.failed += 1
    if (error instanceof TooBusy) {
      counts.refused += 1
      onRefused()
      refuse(serviceOf(request.headers.host ?? ''), response)
      return
    }
    onError(error)
    sendMinimal(response, 500)
  }
}

function refuse(service: Service, response: ServerResponse): void {
  const body = errorDocument(service, service.messages.unavailable)
  sendMinimal(response, 503, { 'retry-after': RETRY_AFTER, 'content-type': 'text/html; charset=utf-8' }, body)
}

interface DirectSettings {
  app: RequestListener
  routes: RouteTable
  /** Absent: no request waits. */
  turns: FairQueue | undefined
  files: StaticFiles | undefined
  trusts: TrustProxy
  access: AccessLog | undefined
  serviceNameOf: (host: string) => ServiceName
  fail: Fail
}

export function createDirect({
  app,
  routes,
  turns,
  files,
  trusts,
  access,
  serviceNameOf,
  fail,
}: DirectSettings): RequestListener {
  const { hit } = access ?? {}
  const onFile: RequestListener | undefined =
    hit && ((request, response) => hit(request, response, serviceNameOf(request.headers.host ?? '')))
  const logOwnResponse = (request: IncomingMessage, response: ServerResponse, since: number): void => {
    const service = serviceNameOf(request.headers.host ?? '')
    access?.other(request, response, { cache: 'none', service, requestId: requestIdOf(request), since })
  }

  return (request, response) => {
    if (files?.respond(request, response, onFile)) return
    const kind = routes.kindOf(request.url ?? '/')
    if (!turns || kind === undefined) return app(request, response)
    const since = performance.now()
    turns.take(kind, clientOf(request, trusts)).then(
      (release) => {
        // A queued response is destroyed a moment after its connection.
        if (response.destroyed || request.socket.destroyed) {
          logOwnResponse(request, response, since)
          return release()
        }
        response.once('close', release)
        app(request, response)
      },
      (error: unknown) => {
        logOwnResponse(request, response, since)
        fail(error, request, response)
      },
    )
  }
}
