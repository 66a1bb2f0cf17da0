import type { RequestHandler } from 'express'
import { nextPageEntry } from '../../../amp/next-page.ts'
import { cardsOf, keysToAppend } from '../../content/further-list.ts'
import { writtenPath } from '../../content/links.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { cacheAs } from '../../http/caching.ts'
import { allowAmpOrigin, isAllowedOrigin } from '../../http/middleware/amp-cors.ts'
import { contextOf } from '../../http/request-context.ts'
import { ampNextUrl, leadsOn } from '../../seo/amp-urls.ts'
import { originOf } from '../../seo/head.ts'
import type { Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { readingOnRoutes } from './route-declarations.ts'

/** AMP's runtime does not follow `next`. */
const MOST = 30
const POSITION = /^\d{1,4}$/

interface AmpNextSettings {
  reader: ContentRepositories['reader']
  services: Services
}

/** The articles that the page would append (AMP-9). */
export function ampNext({ reader, services }: AmpNextSettings): RequestHandler<{ path: string[] }> {
  return async (request, response) => {
    const { service, content: options } = contextOf(request)
    response.vary('Origin')
    response.set('x-robots-tag', 'noindex')
    forbidCaching(response)
    if (!isAllowedOrigin(request, service, services)) return void response.status(403).json({ error: 'origin' })
    allowAmpOrigin(request, response)
    const { from = '0' } = request.query
    if (typeof from !== 'string' || !POSITION.test(from)) return void response.status(400).json({ error: 'from' })
    const content = reader(service, options)
    const article = await content.article(cmsPath(writtenPath(request.params.path)))
    if (isMissing(article) || !leadsOn(service, article)) return void response.status(404).json({ error: 'missing' })
    const keys = keysToAppend(article, article.nextPaths.length > 0 ? undefined : await content.scrollPosts())
    const end = Number(from) + MOST
    const wanted = keys.slice(Number(from), end)
    const cards = wanted.length === 0 ? [] : await cardsOf(wanted, await content.newest(), content.cards)
    cacheAs(response, readingOnRoutes.ampNext.caching.ampNext)
    response.json({
      pages: cards.map((card) => nextPageEntry(card, (url) => new URL(url, originOf(service)).href)),
      next: keys.length > end ? ampNextUrl(article, service, end) : undefined,
    })
  }
}
