import { cmsPath } from '../src/content/public-paths.ts'
import { hasUrl, serviceAt } from '../src/services/registry.ts'
import type { Service, Services } from '../src/services/service.ts'

interface MissingPage {
  path: string
  service: Service
  services: Services
}

/**
 * The link of the CMS counts on hosts of the group alone (PAGE-22).
 * @returns undefined when the target is the missing page itself
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

/** PAGE-2, PAGE-5, PAGE-7. */
function pageOf(path: string, { homeAlias }: Service): string {
  const page = cmsPath(path).replace(/\/page\/[01]$/, '')
  return page === '' || page === homeAlias ? '/' : page
}
