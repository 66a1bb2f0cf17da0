import type { Request } from 'express'

/**
 * The pattern that a request matched, one for all pages: a label with few values. Express gives a router's mount path
 * in the client's spelling, so it is lower-cased.
 */
export function routeOf(request: Request): string {
  const route: unknown = request.route?.path
  const base = request.baseUrl.toLowerCase()
  return typeof route === 'string' ? base + route : base || 'page'
}
