import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Portal } from '../../views/context.ts'
import { answerPage } from '../../views/render.tsx'
import { NOTICE_PARAMETER } from '../content/newsletter.ts'
import type { ContentReader } from '../content/reader.ts'
import { copy } from '../copy.ts'
import { originOf } from '../seo/head.ts'
import type { Service } from '../services/service.ts'
import {
  allowCaching,
  type CachePolicy,
  forbidCaching,
  MISSING_POLICY,
  PAGE_POLICY,
  SEARCH_POLICY,
} from './cache-policy.ts'
import { isRevalidation } from './dispatch.ts'
import { errorDocument } from './error-document.ts'
import { sendDocument } from './send-document.ts'

/** Seconds after which a reader, or a crawler, may ask again (architecture, "A request"). */
const RETRY_AFTER = 10

interface PagesSettings {
  portal: Omit<Portal, 'service' | 'reader'>
  serviceOf: (host: string | undefined) => Service
  reader(service: Service, options: { revalidate: boolean }): ContentReader
  log: Logger
}

/** The same for every address of a service, but for a notice: while nothing can be had, it costs no rendering. */
const unavailablePages = new WeakMap<Service, Buffer>()

/** Every page of the site: match, load, render, send. */
export function pages({ portal, serviceOf, reader, log }: PagesSettings): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).set('allow', 'GET, HEAD').type('html').send(errorDocument(copy.badRequest))
      return
    }
    const service = serviceOf(request.get('host'))
    const revalidate = isRevalidation(request)
    // The origin only makes the address whole; canonical addresses come from configuration (decision 2).
    const url = new URL(request.originalUrl.replace(/^\/+/, '/'), originOf(service))
    const answer = await answerPage(url, {
      ...portal,
      service,
      reader: (wanted) => reader(wanted, { revalidate }),
    })
    if (answer.kind === 'redirect') {
      allowCaching(response, PAGE_POLICY)
      response.redirect(answer.status, answer.location)
      return
    }
    response.status(answer.status)
    if (answer.error === undefined) {
      allowCaching(response, policyOf(answer), answer.keys)
      return sendDocument(response, await answer.render())
    }
    forbidCaching(response)
    response.set('retry-after', String(RETRY_AFTER))
    log.error({ requestId: response.locals.requestId, ...describe(answer.error) }, 'page failed')
    if (url.searchParams.has(NOTICE_PARAMETER)) return sendDocument(response, await answer.render())
    const unavailable = unavailablePages.get(service) ?? (await answer.render())
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
