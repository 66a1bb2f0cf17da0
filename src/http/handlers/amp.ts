import type { RequestHandler } from 'express'
import { renderAmpDocument } from '../../../amp/document.ts'
import type { AmpStyles } from '../../../amp/extensions.ts'
import type { BreakingState } from '../../content/breaking.ts'
import { keysToAppend } from '../../content/further-list.ts'
import { ampPath, encodedKey, writtenPath } from '../../content/links.ts'
import { isLive, liveIn } from '../../content/live.ts'
import { createLiveHistories } from '../../content/live-history.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { isMissing, NEXT_ARTICLES } from '../../content/repository.ts'
import { articleKeys, articlesKey, serviceKey } from '../../content/surrogate-keys.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import { ampIntegrationsFor } from '../../integrations/for-service.ts'
import type { AmpProviders, Integrations } from '../../integrations/settings.ts'
import { ampNextUrl, leadsOn } from '../../seo/amp-urls.ts'
import { articleHead } from '../../seo/article-head.ts'
import { articleGraph } from '../../seo/structured-data/graph.ts'
import type { Service } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import type { Report } from '../../system/report.ts'
import { nextTurn } from '../../system/steps.ts'
import { cacheAs } from '../caching.ts'
import { AMP_POLICY } from '../middleware/page-security-headers.ts'
import { contextOf } from '../request-context.ts'
import { ampRoutes } from '../route-declarations.ts'
import { sendDocument } from '../send-body.ts'

const { caching } = ampRoutes.document

interface AmpSettings {
  reader: ContentRepositories['reader']
  breaking(service: Service): BreakingState
  styles: AmpStyles
  integrations: Integrations
  providers: AmpProviders
  report: Report
}

/** `GET /wp-json/amp/v2/post{path}`: an article as AMP, from its page's content (AMP-1, AMP-2). */
export function ampArticle({
  reader,
  breaking,
  styles,
  integrations,
  providers,
  report,
}: AmpSettings): RequestHandler<{ path: string[] }> {
  const historyOf = createLiveHistories()
  return async (request, response) => {
    const context = contextOf(request)
    const { service } = context
    const content = reader(service, context.content)
    const path = cmsPath(writtenPath(request.params.path))
    const article = await content.plainArticle(path)
    if (isMissing(article)) {
      cacheAs(response, caching.missing)
      response.status(404).type('html').send(errorDocument(service, service.messages.notFound))
      return
    }
    const canonical = ampPath(article.path)
    // Percent-encoded spellings are too many for a cache.
    if (!service.hasAmp || request.path !== canonical) {
      // Without the article's keys, so that a purge sends AMP caches one document.
      cacheAs(response, caching.redirect, [serviceKey(service.name)])
      return response.redirect(301, service.hasAmp ? canonical : article.path)
    }
    const { line, until } = breaking(service)
    const keys = [...articleKeys(article, service), serviceKey(service.name), articlesKey(service.name)]
    const first = leadsOn(service, article) ? keysToAppend(article).slice(0, NEXT_ARTICLES) : []
    const [cards, comments] = await Promise.all([content.cards(first.map(encodedKey)), content.comments(article)])
    const kind = comments === undefined ? 'ampWithoutComments' : 'amp'
    cacheAs(response, isLive(article.body) ? caching.liveAmp : caching[kind], keys, until)
    await nextTurn()
    const live = liveIn(article.body)
    const history = live && historyOf(`${service.name} ${article.path}`, live)
    const head = articleHead(article, service)
    response.setHeader('content-security-policy', AMP_POLICY)
    sendDocument(
      response,
      renderAmpDocument({
        article,
        service,
        head,
        jsonLd: articleGraph(article, service, comments),
        comments,
        breaking: line,
        history,
        next: { cards, src: leadsOn(service, article) ? ampNextUrl(article, service, first.length) : undefined },
        styles,
        integrations: ampIntegrationsFor(integrations, providers, service),
        report,
      }),
    )
  }
}
