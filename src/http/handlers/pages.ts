import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { Portal } from '../../../views/context.ts'
import { type PageResponse, renderDocument } from '../../../views/render.tsx'
import type { BreakingState } from '../../content/breaking.ts'
import { NOTICE_PARAMETER } from '../../content/newsletter.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import { integrationsFor } from '../../integrations/for-service.ts'
import type { Failures } from '../../observability/error-reports/failures.ts'
import { inSpan, type Span } from '../../observability/tracing/span.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { nextTurn } from '../../system/steps.ts'
import { PAGE_LIFETIMES } from '../cache-lifetimes.ts'
import { cacheAs } from '../caching.ts'
import { contextOf } from '../request-context.ts'
import { sendDocument } from '../send-body.ts'

/** Seconds after which clients may retry (PAGE-23). */
const RETRY_AFTER = 10

interface PagesSettings {
  portal: Omit<Portal, 'service' | 'reader' | 'breaking'>
  reader: ContentRepositories['reader']
  breaking(service: Service): BreakingState
  log: Logger
  failures?: Failures
}

/** Rendered once in an outage, for URLs without a notice. */
const unavailablePages = new WeakMap<Service, Buffer>()

/** It may be the operator's file; articles may end in `.html`. */
const FILE_PATH = /^\/\.well-known\/|\.(?!html?$)[a-z0-9]{1,8}$/i

function kindAt(path: string, page: Extract<PageResponse, { kind: 'page' }>['page']): keyof typeof PAGE_LIFETIMES {
  if (page === 'missing' && FILE_PATH.test(path)) return 'missingFile'
  return page === 'home' && path !== '/' ? 'sisterHome' : page
}

export function pages({ portal, reader, breaking, log, failures }: PagesSettings): RequestHandler {
  return (request, response) =>
    inSpan(contextOf(request).content.span, 'render', 'internal', (span) => respond(request, response, span))

  async function respond(request: Request, response: Response, span: Span | undefined): Promise<void> {
    const { service, requestId, content } = contextOf(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response
        .status(405)
        .set('allow', 'GET, HEAD')
        .type('html')
        .send(errorDocument(service, service.messages.badRequest))
      return
    }
    const options = { ...content, span }
    // The origin only completes the URL (SVC-5).
    const url = new URL(request.originalUrl.replace(/^\/+/, '/'), originOf(service))
    const { line, until } = breaking(service)
    const page = await renderDocument(url, {
      ...portal,
      breaking: line,
      service,
      integrations: integrationsFor(portal.integrations, service),
      reader: (of) => reader(of, options),
    })
    if (page.kind === 'redirect') {
      cacheAs(response, PAGE_LIFETIMES.redirect)
      response.redirect(page.status, page.location)
      return
    }
    const render = () => inSpan(span, 'react', 'internal', page.render)
    response.status(page.status)
    if (page.error === undefined) {
      cacheAs(response, PAGE_LIFETIMES[kindAt(request.path, page.page)], page.keys, until)
      await nextTurn()
      return sendDocument(response, await render())
    }
    forbidCaching(response)
    response.set('retry-after', String(RETRY_AFTER))
    log.error({ requestId, ...describe(page.error) }, 'page failed')
    failures?.report(page.error, {
      where: 'page',
      requestId,
      url: request.originalUrl,
      service: service.name,
    })
    if (url.searchParams.has(NOTICE_PARAMETER)) return sendDocument(response, await render())
    const unavailable = unavailablePages.get(service) ?? (await render())
    unavailablePages.set(service, unavailable)
    sendDocument(response, unavailable)
  }
}

/** A failing source's message names its call and field. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const isExpected = error.name === 'SourceError' || error.name === 'WireShapeError'
  return { error: error.message, kind: error.name, stack: isExpected ? undefined : error.stack }
}
