import { cmsPath } from '../src/content/public-paths.ts'
import { hasUrl, serviceAt } from '../src/services/registry.ts'
import type { Service, Services } from '../src/services/service.ts'

/** The page that is missing. */
interface MissingPage {
  path: string
  service: Service
  services: Services
}

/**
 * Where a 404 leads after its delay (PAGE-22): to the link of the CMS on a host of the group, else to the home page.
 * @returns undefined when that is the missing page itself, in whatever spelling: the browser would come back for good
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

/** The page of a path: other spellings lead to it (PAGE-2, PAGE-5, PAGE-7). */
function pageOf(path: string, { homeAlias }: Service): string {
  const page = cmsPath(path).replace(/\/page\/[01]$/, '')
  return page === '' || page === homeAlias ? '/' : page
}
