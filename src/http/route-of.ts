import type { Request } from 'express'

/**
 * The pattern that a request matched, of which there are few; every page is one. Where a router stands is written as the
 * client did, in as many ways as there are of capitals: it counts as one.
 */
export function routeOf(request: Request): string {
  const route: unknown = request.route?.path
  const base = request.baseUrl.toLowerCase()
  return typeof route === 'string' ? base + route : base || 'page'
}
