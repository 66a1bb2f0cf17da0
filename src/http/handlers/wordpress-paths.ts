import type { RequestHandler } from 'express'
import { cmsPath } from '../../content/public-paths.ts'
import { withoutTrailingSlashes } from '../../content/trailing-slashes.ts'
import { wordPressTarget } from '../../content/wordpress-paths.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { commentsFeedPath, feedPath } from '../../seo/feed-path.ts'
import type { Service } from '../../services/service.ts'
import { REDIRECT } from '../cache-lifetimes.ts'
import { cacheAs } from '../caching.ts'
import { contextOf } from '../request-context.ts'

/**
 * Redirects WordPress' paths in old links (SRC-22).
 * @param cmsUrlOf absent for a service: its screens are 404
 * @param hasComments whether comments have feeds (COMM-15)
 */
export function wordPressPaths(
  cmsUrlOf: (service: Service) => string | undefined,
  { hasComments = false }: { hasComments?: boolean } = {},
): RequestHandler {
  return (request, response, next) => {
    const { service } = contextOf(request)
    const named = wordPressTarget(cmsPath(request.path).split('/').filter(Boolean), service)
    const target = named?.to === 'comments' && !hasComments ? named.otherwise : named
    switch (target?.to) {
      case 'path':
        cacheAs(response, REDIRECT)
        return response.redirect(301, target.path)
      case 'feed':
        cacheAs(response, REDIRECT)
        return response.redirect(301, feedPath(target.format, target.list))
      case 'comments':
        cacheAs(response, REDIRECT)
        return response.redirect(301, commentsFeedPath(target.format, target.article))
      case 'cms': {
        const url = cmsUrlOf(service)
        if (url === undefined) return next()
        // The query names the post to edit, or the key of a new password.
        forbidCaching(response)
        return response.redirect(302, `${withoutTrailingSlashes(url)}${target.path}${queryOf(request.originalUrl)}`)
      }
      case undefined:
        return next()
    }
  }
}

/** @returns the query with its mark */
function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark)
}
