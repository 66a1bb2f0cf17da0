import { parse } from 'node:querystring'
import type { RequestHandler } from 'express'
import type { RouteTable } from '../../edge/page-cache/route-table.ts'

/** Leaves handlers only the declared parameters (CACHE-13): another one would work until a cache stands in front. */
export const countedQuery =
  (routes: RouteTable): RequestHandler =>
  (request, _response, next) => {
    const { originalUrl } = request
    const mark = originalUrl.indexOf('?')
    if (mark !== -1 && routes.at(originalUrl.slice(0, mark))?.parameters) {
      const { url } = routes.targetOf(originalUrl)
      const value = parse(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
      Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true })
    }
    next()
  }
