import type { RequestHandler } from 'express'
import { renderAmpDocument } from '../../amp/document.ts'
import type { AmpStyles } from '../../amp/extensions.ts'
import type { AmpIntegrations } from '../../amp/integrations.ts'
import { ampPath, cmsPath, writtenPath } from '../content/links.ts'
import { isMissing } from '../content/missing.ts'
import { type ContentReader, NEXT_ARTICLES } from '../content/reader.ts'
import type { Report } from '../content/report.ts'
import { nextTurn } from '../content/steps.ts'
import { articleKeys, serviceKey } from '../content/surrogate-keys.ts'
import { copy } from '../copy.ts'
import { articleHead } from '../seo/article-head.ts'
import { articleGraph } from '../seo/structured-data/graph.ts'
import type { Service } from '../services/service.ts'
import { allowCaching, MISSING_POLICY, PAGE_POLICY } from './cache-policy.ts'
import { errorDocument } from './error-document.ts'
import { type Reading, readingOf } from './reading.ts'
import { AMP_POLICY } from './security-headers.ts'
import { sendDocument } from './send-document.ts'

interface AmpSettings {
  serviceOf: (host: string | undefined) => Service
  reader(service: Service, reading: Reading): ContentReader
  styles: AmpStyles
  integrations: AmpIntegrations
  report: Report
}

/** `GET /wp-json/amp/v2/post{path}`: an article as AMP, from the same cached content as its page (decision 7). */
export function ampArticle({
  serviceOf,
  reader,
  styles,
  integrations,
  report,
}: AmpSettings): RequestHandler<{ path: string[] }> {
  return async (request, response) => {
    const service = serviceOf(request.get('host'))
    const content = reader(service, readingOf(request))
    const path = cmsPath(writtenPath(request.params.path))
    const article = await content.article(path)
    if (isMissing(article)) {
      allowCaching(response, MISSING_POLICY)
      response.status(404).type('html').send(errorDocument(copy.notFound))
      return
    }
    allowCaching(response, PAGE_POLICY, [...articleKeys(article), serviceKey(service.name)])
    if (!service.hasAmp) return response.redirect(301, article.path)
    const canonical = ampPath(article.path)
    // To the letter: an address can be percent-encoded in more ways than a cache can hold.
    if (request.path !== canonical) return response.redirect(301, canonical)
    const cards = await content.cards(article.nextPaths.slice(0, NEXT_ARTICLES))
    await nextTurn()
    const head = articleHead(article, service)
    response.setHeader('content-security-policy', AMP_POLICY)
    sendDocument(
      response,
      renderAmpDocument({
        article,
        service,
        head,
        jsonLd: articleGraph(article, service),
        next: cards.map((card) => ({ card, ampPath: ampPath(card.link.href) })),
        styles,
        integrations,
        report,
      }),
    )
  }
}

/** `/amp{path}` moved for good. */
export const ampShortcut: RequestHandler<{ path: string[] }> = (request, response) => {
  allowCaching(response, PAGE_POLICY)
  response.redirect(301, ampPath(writtenPath(request.params.path)))
}
