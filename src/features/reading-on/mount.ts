import type { Express, RequestHandler } from 'express'
import type { Portal } from '../../../views/context.ts'
import { renderArticleFragment } from '../../../views/fragments.tsx'
import { fragmentPath, writtenPath } from '../../content/links.ts'
import { AMP_NEXT_PATH, cmsPath } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { SCROLL_POSTS_API } from '../../content/scroll-posts.ts'
import { articleKeys, articlesKey, serviceKey } from '../../content/surrogate-keys.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { integrationsFor } from '../../integrations/for-service.ts'
import type { Service } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { ampNext } from './amp-next.ts'
import { readingOnRoutes } from './route-declarations.ts'
import { scrollPosts } from './scroll-lists.ts'

export function mountReadingOn(app: Express, { content, services, rendering }: AppDependencies): void {
  const { reader } = content
  app.get(SCROLL_POSTS_API, scrollPosts(reader))
  app.get(`${AMP_NEXT_PATH}/*path`, ampNext({ reader, services }))
  app.get('/fragment/*path', articleFragment({ portal: rendering.portal, reader }))
}

interface FragmentSettings {
  portal: Omit<Portal, 'service' | 'reader'>
  reader: ContentRepositories['reader']
}

/** An article to be appended below another (NEXT-12). */
function articleFragment({ portal, reader }: FragmentSettings): RequestHandler<{ path: string[] }> {
  return async (request, response) => {
    const { service, content } = contextOf(request)
    response.set('x-robots-tag', 'noindex')
    const ownReader = (wanted: Service) => reader(wanted, content)
    const article =
      service.articleLayout === 'scroll'
        ? await ownReader(service).furtherArticle(cmsPath(writtenPath(request.params.path)))
        : { missing: true as const }
    if (isMissing(article)) {
      cacheAs(response, readingOnRoutes.fragment.caching.missing)
      response.status(404).type('text').send('404')
      return
    }
    const canonical = fragmentPath(article.path)
    if (request.path !== canonical) {
      // A fragment has one URL: redirects from other spellings are not cached.
      forbidCaching(response)
      return response.redirect(301, canonical)
    }
    const integrations = integrationsFor(portal.integrations, service)
    const keys = [...articleKeys(article, service), serviceKey(service.name), articlesKey(service.name)]
    cacheAs(response, readingOnRoutes.fragment.caching.fragment, keys)
    response.type('html').send(renderArticleFragment(article, { ...portal, service, integrations, reader: ownReader }))
  }
}
