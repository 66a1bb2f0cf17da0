import { parse } from 'node:querystring'
import type { RequestHandler } from 'express'
import { targetOf } from '../../edge/page-cache/key.ts'
import { routeAt } from '../../edge/page-cache/parameters.ts'

/**
 * Leaves handlers of a listed route only the parameters that count there (CACHE-13): one that is read and not listed
 * would work until a cache stands in front.
 */
export const countedQuery: RequestHandler = (request, _response, next) => {
  const { originalUrl } = request
  const mark = originalUrl.indexOf('?')
  if (mark !== -1 && routeAt(originalUrl.slice(0, mark))) {
    const { url } = targetOf(originalUrl)
    const value = parse(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
    Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true })
  }
  next()
}
