import { akademia } from './akademia.ts'
import { autoblog } from './autoblog.ts'
import { bezprawnik } from './bezprawnik.ts'
import { bizblog } from './bizblog.ts'
import { plus } from './plus.ts'
import { post } from './post.ts'
import { rozrywka } from './rozrywka.ts'
import { type MenuItem, SERVICE_NAMES, type Service, type ServiceName, type Services } from './service.ts'

const DEFAULTS: Services = { post, plus, rozrywka, bizblog, akademia, autoblog, bezprawnik }

/** What the sites of the group are called. */
export const SERVICE_TITLES: readonly string[] = Object.values(DEFAULTS).map(({ title }) => title)

/** What an operator may change of a service without touching code (decision 44; operator's contract). */
export interface ServiceOverride {
  serviceUrl?: string | undefined
  homePageId?: string | undefined
  robots?: string | undefined
}

/**
 * The table of services with the operator's settings applied. A service that borrows another's settings (akademia)
 * borrows its home page id too, unless it has an override of its own.
 * @param menus instead of the table's own
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

/** Services that have a public address of their own, in the order of the table: the sister portals (spec 1). */
export function servicesWithAddress(services: Services): Array<Service & { serviceUrl: string }> {
  return Object.values(services).filter(hasAddress)
}

/** True when the service has a public address; a sister without one is a label without a link (decision 1). */
export function hasAddress(service: Service): service is Service & { serviceUrl: string } {
  return service.serviceUrl !== undefined
}

/**
 * Finds the service a request is for (decision 2): by the host of a `serviceUrl`, by `{service}.localhost`, else
 * `fallback`. The port does not count; an unknown or malformed host is the fallback.
 */
export function createServiceLookup(services: Services, fallback: ServiceName): (host: string | undefined) => Service {
  const byHostname = new Map<string, Service>()
  // The default service last, so that it wins: two services may share one host while a publisher starts out.
  for (const service of [...servicesWithAddress(services), services[fallback]]) {
    if (hasAddress(service)) byHostname.set(new URL(service.serviceUrl).hostname, service)
  }
  for (const name of SERVICE_NAMES) byHostname.set(`${name}.localhost`, services[name])
  return (host) => byHostname.get(hostnameOf(host)) ?? services[fallback]
}

/** The service whose public origin an address is on; http and https are one. */
export function serviceAt(services: Services, { protocol, host }: URL): Service | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return servicesWithAddress(services).find(({ serviceUrl }) => new URL(serviceUrl).host === host)
}

/** The service that a text means: its key (`bizblog`) or its title (`Bizblog`), in any case of letters. */
export function serviceNamed(services: Services, text: string | undefined): Service | undefined {
  const wanted = text?.trim().toLowerCase()
  return Object.values(services).find(({ name, title }) => wanted === name || wanted === title.toLowerCase())
}

/** Whether a host is one of the configured services' own: only there may the CMS send a reader (decision 11). */
export function isServiceHost(services: Services, hostname: string): boolean {
  return servicesWithAddress(services).some(({ serviceUrl }) => new URL(serviceUrl).hostname === hostname)
}

/** Whether a `Host` header names one of the services, or this machine as who tries the portal out calls it. */
export function createHostCheck(services: Services): (host: string) => boolean {
  const known = new Set([
    'localhost',
    ...SERVICE_NAMES.map((name) => `${name}.localhost`),
    ...servicesWithAddress(services).map(({ serviceUrl }) => new URL(serviceUrl).hostname),
  ])
  return (host) => known.has(hostnameOf(host))
}

function hostnameOf(host = ''): string {
  return host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}
