import type { Express, RequestHandler } from 'express'
import type { Portal } from '../../../views/context.ts'
import { renderLiveFragment } from '../../../views/fragments.tsx'
import { writtenPath } from '../../content/links.ts'
import { liveFragmentPath, liveIn, updatesSince } from '../../content/live.ts'
import { cmsPath, PUBLISHED_PATH } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { articleKeys, serviceKey } from '../../content/surrogate-keys.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { integrationsFor } from '../../integrations/for-service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import type { FollowedCoverages } from './followed-coverages.ts'
import { published } from './published.ts'
import { liveRoutes } from './route-declarations.ts'

const { caching } = liveRoutes.updates

interface LiveFragmentSettings {
  portal: Omit<Portal, 'service' | 'reader'>
  reader: ContentRepositories['reader']
  onAsked?: (() => void) | undefined
}

/**
 * The updates newer than what a reader has seen; 204 without any. Other values get those of the first page, so that a
 * coverage has few responses (LIVE-7).
 */
export function liveFragment({ portal, reader, onAsked }: LiveFragmentSettings): RequestHandler<{ path: string[] }> {
  return async (request, response) => {
    const { service, content } = contextOf(request)
    response.set('x-robots-tag', 'noindex')
    const ownReader = (wanted: typeof service) => reader(wanted, content)
    const article = await ownReader(service).article(cmsPath(writtenPath(request.params.path)))
    const live = isMissing(article) ? undefined : liveIn(article.body)
    if (isMissing(article) || !live) {
      cacheAs(response, caching.missing)
      response.status(404).type('text').send('404')
      return
    }
    const own = liveFragmentPath(article.path)
    if (request.path !== own) {
      // A fragment has one URL: redirects from other spellings are not cached.
      forbidCaching(response)
      return response.redirect(301, own)
    }
    if (!live.isOver) onAsked?.()
    const keys = [...articleKeys(article, service), serviceKey(service.name)]
    const { since } = request.query
    const unseen = typeof since === 'string' ? updatesSince(live, since) : live.pages[0]
    if (!unseen) {
      cacheAs(response, caching.liveElsewhere, keys)
      return response.redirect(302, own)
    }
    const kind = unseen.length > 0 ? 'liveUpdates' : 'liveFragment'
    cacheAs(response, caching[typeof since === 'string' ? kind : 'liveFirstPage'], keys)
    // The end is news too.
    if (unseen.length === 0 && !live.isOver) {
      response.status(204).end()
      return
    }
    const integrations = integrationsFor(portal.integrations, service)
    response
      .type('html')
      .send(renderLiveFragment(article, live, unseen, { ...portal, service, integrations, reader: ownReader }))
  }
}

export function mountLive(app: Express, { content, rendering }: AppDependencies, followed: FollowedCoverages): void {
  const { portal } = rendering
  app.get(PUBLISHED_PATH, published(content.reader))
  app.get('/fragment/live/*path', liveFragment({ portal, reader: content.reader, onAsked: followed.requested }))
}
