import type { Request, Response } from 'express'
import { AMP_SOURCE_PARAMETER } from '../../content/public-paths.ts'
import { cacheSubdomain } from '../../seo/amp-urls.ts'
import { servicesWithUrl } from '../../services/registry.ts'
import type { Service, Services } from '../../services/service.ts'

/** `cacheDomain` in AMP's list (https://cdn.ampproject.org/caches.json). */
const AMP_CACHES = ['cdn.ampproject.org', 'www.bing-amp.com']

/**
 * Accepts form posts (AMP "CORS requests"; NEWS-1, AMP-8) of own pages, or of an AMP cache that names one as its
 * source. Without an `Origin`, other headers show a same-origin request.
 */
export function isAllowedOrigin(request: Request, service: Service, services: Services): boolean {
  const origin = request.get('origin')
  const source = ampSourceOrigin(request)
  const own = ownOrigins(request, service)
  if (source !== undefined && !own.has(source)) return false
  if (origin === undefined) return request.get('amp-same-origin') === 'true' || isSameSite(request)
  if (own.has(origin)) return true
  const isPortal = servicesWithUrl(services).some(({ serviceUrl }) => serviceUrl === origin)
  return isPortal || (source !== undefined && isCacheOf(source, origin))
}

/** A cache's other subdomains are other publishers'. */
function isCacheOf(source: string, origin: string): boolean {
  const { hostname } = new URL(source)
  return AMP_CACHES.some((cache) => origin === `https://${cacheSubdomain(hostname)}.${cache}`)
}

export function allowAmpOrigin(request: Request, response: Response): void {
  const origin = request.get('origin')
  const source = ampSourceOrigin(request)
  response.vary('Origin')
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-credentials', 'true')
  }
  if (source !== undefined) {
    response.setHeader('amp-access-control-allow-source-origin', source)
    response.setHeader('access-control-expose-headers', 'AMP-Access-Control-Allow-Source-Origin')
  }
}

function ampSourceOrigin(request: Request): string | undefined {
  const value = request.query[AMP_SOURCE_PARAMETER]
  return typeof value === 'string' ? value : undefined
}

/** On localhost the request's host alone. */
function ownOrigins(request: Request, { serviceUrl }: Service): Set<string> {
  const host = request.get('host')
  const requested = host === undefined ? [] : [`http://${host}`, `https://${host}`]
  return new Set([...(serviceUrl === undefined ? [] : [new URL(serviceUrl).origin]), ...requested])
}

/** Without a browser's cookies nothing can be forged. */
function isSameSite(request: Request): boolean {
  const site = request.get('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}
