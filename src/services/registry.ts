import { akademia } from './akademia.ts'
import { autoblog } from './autoblog.ts'
import { bezprawnik } from './bezprawnik.ts'
import { bizblog } from './bizblog.ts'
import { plus } from './plus.ts'
import { post } from './post.ts'
import { rozrywka } from './rozrywka.ts'
import { type MenuItem, SERVICE_NAMES, type Service, type ServiceName, type Services } from './service.ts'

const DEFAULTS: Services = { post, plus, rozrywka, bizblog, akademia, autoblog, bezprawnik }

/** The display names of the group's sites. */
export const SERVICE_TITLES: readonly string[] = Object.values(DEFAULTS).map(({ title }) => title)

/** The service settings that an operator may change without touching code (SVC-6). */
export interface ServiceOverride {
  serviceUrl?: string | undefined
  homePageId?: string | undefined
  robots?: string | undefined
}

/**
 * Creates all services with the operator's settings applied. A service that shares another's settings (akademia) shares
 * its home page id too, unless it has an override of its own.
 * @param menus replace the default menus
 */
export function createServices(
  overrides: Partial<Record<ServiceName, ServiceOverride>> = {},
  menus: Partial<Record<ServiceName, MenuItem[]>> = {},
): Services {
  const build = (name: ServiceName): Service => {
    const base = DEFAULTS[name]
    const homePageId = overrides[name]?.homePageId ?? overrides[base.settingsOf]?.homePageId ?? base.homePageId
    const serviceUrl = overrides[name]?.serviceUrl ?? base.serviceUrl
    const menu = menus[name] ?? base.menu
    const robots = overrides[name]?.robots
    return {
      ...base,
      menu,
      ...(homePageId && { homePageId }),
      ...(serviceUrl && { serviceUrl }),
      ...(robots && { robots }),
    }
  }
  return Object.fromEntries(SERVICE_NAMES.map((name) => [name, build(name)])) as Services
}

/** Services with a public origin of their own, in default order: the sister portals (SVC-9). */
export function servicesWithUrl(services: Services): Array<Service & { serviceUrl: string }> {
  return Object.values(services).filter(hasUrl)
}

/** Whether the service has a public origin; a sister without one is a label without a link (SVC-3). */
export function hasUrl(service: Service): service is Service & { serviceUrl: string } {
  return service.serviceUrl !== undefined
}

/**
 * Resolves the service of a request (SVC-4): by the host of a `serviceUrl`, by `{service}.localhost`, else
 * `fallback`. The port is ignored; an unknown or malformed host yields the fallback.
 */
export function createServiceLookup(services: Services, fallback: ServiceName): (host: string | undefined) => Service {
  const byHostname = new Map<string, Service>()
  // The default service last, so that it takes precedence: two services may share a host during a publisher's launch.
  for (const service of [...servicesWithUrl(services), services[fallback]]) {
    if (hasUrl(service)) byHostname.set(new URL(service.serviceUrl).hostname, service)
  }
  for (const name of SERVICE_NAMES) byHostname.set(`${name}.localhost`, services[name])
  return (host) => byHostname.get(hostnameOf(host)) ?? services[fallback]
}

/** The service with the public origin of a URL; http and https count as one. */
export function serviceAt(services: Services, { protocol, host }: URL): Service | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return servicesWithUrl(services).find(({ serviceUrl }) => new URL(serviceUrl).host === host)
}

/** The service by its key (`bizblog`) or its title (`Bizblog`), case-insensitively. */
export function serviceNamed(services: Services, text: string | undefined): Service | undefined {
  const normalised = text?.trim().toLowerCase()
  return Object.values(services).find(({ name, title }) => normalised === name || normalised === title.toLowerCase())
}

/** Whether a host belongs to one of the configured services: the CMS may redirect readers only there (PAGE-22). */
export function isServiceHost(services: Services, hostname: string): boolean {
  return servicesWithUrl(services).some(({ serviceUrl }) => new URL(serviceUrl).hostname === hostname)
}

/** Whether a `Host` header belongs to one of the services, or to this machine under a name used for local trials. */
export function createHostCheck(services: Services): (host: string) => boolean {
  const known = new Set([
    'localhost',
    ...SERVICE_NAMES.map((name) => `${name}.localhost`),
    ...servicesWithUrl(services).map(({ serviceUrl }) => new URL(serviceUrl).hostname),
  ])
  return (host) => known.has(hostnameOf(host))
}

function hostnameOf(host = ''): string {
  return host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}
