import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { Portal } from '../../views/context.ts'
import { answerPage } from '../../views/render.tsx'
import { NOTICE_PARAMETER } from '../content/newsletter.ts'
import type { ContentReader } from '../content/reader.ts'
import { nextTurn } from '../content/steps.ts'
import { copy } from '../copy.ts'
import type { Failures } from '../error-reports/failures.ts'
import { originOf } from '../seo/head.ts'
import type { Service } from '../services/service.ts'
import { inSpan, type Span } from '../tracing/span.ts'
import {
  allowCaching,
  type CachePolicy,
  forbidCaching,
  MISSING_POLICY,
  PAGE_POLICY,
  SEARCH_POLICY,
} from './cache-policy.ts'
import { errorDocument } from './error-document.ts'
import { type Reading, readingOf, spanOf } from './reading.ts'
import { sendDocument } from './send-document.ts'

/** Seconds after which a reader, or a crawler, may ask again (architecture, "A request"). */
const RETRY_AFTER = 10

interface PagesSettings {
  portal: Omit<Portal, 'service' | 'reader'>
  serviceOf: (host: string | undefined) => Service
  reader(service: Service, reading: Reading): ContentReader
  log: Logger
  /** Absent: failures are in the log alone. */
  failures?: Failures
}

/** The same for every address of a service, but for a notice: while nothing can be had, it costs no rendering. */
const unavailablePages = new WeakMap<Service, Buffer>()

/** Every page of the site: match, load, render, send. */
export function pages({ portal, serviceOf, reader, log, failures }: PagesSettings): RequestHandler {
  return (request, response) => inSpan(spanOf(request), 'render', 'internal', (span) => answer(request, response, span))

  async function answer(request: Request, response: Response, span: Span | undefined): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).set('allow', 'GET, HEAD').type('html').send(errorDocument(copy.badRequest))
      return
    }
    const service = serviceOf(request.get('host'))
    const reading: Reading = { ...readingOf(request), ...(span && { span }) }
    // The origin only makes the address whole; canonical addresses come from configuration (decision 2).
    const url = new URL(request.originalUrl.replace(/^\/+/, '/'), originOf(service))
    const found = await answerPage(url, {
      ...portal,
      service,
      reader: (wanted) => reader(wanted, reading),
    })
    if (found.kind === 'redirect') {
      allowCaching(response, PAGE_POLICY)
      response.redirect(found.status, found.location)
      return
    }
    const render = () => inSpan(span, 'react', 'internal', found.render)
    response.status(found.status)
    if (found.error === undefined) {
      allowCaching(response, policyOf(found), found.keys)
      await nextTurn()
      return sendDocument(response, await render())
    }
    forbidCaching(response)
    response.set('retry-after', String(RETRY_AFTER))
    const { requestId } = response.locals
    log.error({ requestId, ...describe(found.error) }, 'page failed')
    failures?.report(found.error, {
      where: 'page',
      requestId,
      address: request.originalUrl,
      service: service.name,
    })
    if (url.searchParams.has(NOTICE_PARAMETER)) return sendDocument(response, await render())
    const unavailable = unavailablePages.get(service) ?? (await render())
    unavailablePages.set(service, unavailable)
    sendDocument(response, unavailable)
  }
}

function policyOf({ status, isMadeUp }: { status: number; isMadeUp: boolean }): CachePolicy {
  if (status !== 200) return MISSING_POLICY
  return isMadeUp ? SEARCH_POLICY : PAGE_POLICY
}

/** What went wrong, for a log line: a failing source names its call and field in the message. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const isExpected = error.name === 'SourceError' || error.name === 'WireShapeError'
  return { error: error.message, kind: error.name, ...(!isExpected && { stack: error.stack }) }
}
