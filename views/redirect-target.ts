import { cmsPath } from '../src/content/public-paths.ts'
import { hasUrl, serviceAt } from '../src/services/registry.ts'
import type { Service, Services } from '../src/services/service.ts'

interface MissingPage {
  path: string
  service: Service
  services: Services
}

/**
 * A 404 leads to the link of the CMS on a host of the group, else to the home page (PAGE-22).
 * @returns undefined when that is the missing page itself, in whatever spelling
 */
export function redirectTarget(
  redirectLink: string | undefined,
  { path, service, services }: MissingPage,
): string | undefined {
  const origin = hasUrl(service) ? service.serviceUrl : undefined
  const target = redirectLink ? URL.parse(redirectLink, origin) : null
  const owner = target?.username === '' ? serviceAt(services, target) : undefined
  const current = pageOf(path, service)
  const isSameHost = target?.host === (origin === undefined ? undefined : new URL(origin).host)
  if (target && owner && !(isSameHost && pageOf(target.pathname, service) === current)) return target.href
  return current === '/' ? undefined : '/'
}

/** Other spellings lead to the same page (PAGE-2, PAGE-5, PAGE-7). */
function pageOf(path: string, { homeAlias }: Service): string {
  const page = cmsPath(path).replace(/\/page\/[01]$/, '')
  return page === '' || page === homeAlias ? '/' : page
}
