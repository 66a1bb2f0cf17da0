import type { Service, ServiceName, Services } from './service.ts'

/** Settings that an operator may change (SVC-6). */
export interface ServiceOverride {
  serviceUrl?: string
  homePageId?: string
  adminUrl?: string
  robots?: string
  consent?: Service['consent']
}

/** Shared settings share home id and admin URL unless overridden. */
export function createServices(
  services: Services,
  overrides: Readonly<Record<ServiceName, ServiceOverride>> = {},
): Services {
  const build = (name: ServiceName, base: Service): Service => {
    const sharedSetting = (setting: 'homePageId' | 'adminUrl'): string | undefined =>
      overrides[name]?.[setting] ??
      overrides[base.settingsOf]?.[setting] ??
      base[setting] ??
      services[base.settingsOf]?.[setting]
    const [homePageId, adminUrl] = [sharedSetting('homePageId'), sharedSetting('adminUrl')]
    const serviceUrl = overrides[name]?.serviceUrl ?? base.serviceUrl
    const { robots, consent } = overrides[name] ?? {}
    return {
      ...base,
      homePageId: homePageId || base.homePageId,
      adminUrl: adminUrl || base.adminUrl,
      serviceUrl: serviceUrl || base.serviceUrl,
      robots: robots || base.robots,
      consent: consent ?? base.consent,
    }
  }
  const built = Object.fromEntries(Object.entries(services).map(([name, base]) => [name, build(name, base)]))
  const translated = Object.entries(built).map(([name, service]) => {
    const translations = service.translations.map((one) => {
      const serviceUrl = built[one.name]?.serviceUrl
      return serviceUrl === undefined ? one : { ...one, serviceUrl }
    })
    return [name, { ...service, translations }] as const
  })
  return Object.fromEntries(translated)
}

export function findService(services: Services, name: string): Service | undefined {
  return Object.hasOwn(services, name) ? services[name] : undefined
}

/** @throws {RangeError} for an unknown service */
export function existingService(services: Services, name: ServiceName): Service {
  const service = findService(services, name)
  if (!service) throw new RangeError(`the site has no service "${name}"`)
  return service
}

export function sistersOf(service: Service, services: Services): Service[] {
  return Object.values(services).filter(({ name }) => name !== service.name)
}

/** In default order (SHELL-6). */
export function servicesWithUrl(services: Services): Array<Service & { serviceUrl: string }> {
  return Object.values(services).filter(hasUrl)
}

/** Otherwise a sister is a label (SVC-3). */
export function hasUrl(service: Service): service is Service & { serviceUrl: string } {
  return service.serviceUrl !== undefined
}

/** Tries the host of a `serviceUrl`, then `{service}.localhost`, then `fallback`, without the port (SVC-4). */
export function createServiceLookup(services: Services, fallback: ServiceName): (host: string | undefined) => Service {
  const byHostname = new Map<string, Service>()
  const byDefault = existingService(services, fallback)
  // Two may share a host during a launch; the default wins.
  for (const service of [...servicesWithUrl(services), byDefault]) {
    if (hasUrl(service)) byHostname.set(new URL(service.serviceUrl).hostname, service)
  }
  for (const service of Object.values(services)) byHostname.set(`${service.name}.localhost`, service)
  return (host) => byHostname.get(hostnameOf(host)) ?? byDefault
}

export function serviceAt(services: Services, { protocol, host }: URL): Service | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return servicesWithUrl(services).find(({ serviceUrl }) => new URL(serviceUrl).host === host)
}

/** Finds a service by key or title, case-insensitively. */
export function serviceNamed(services: Services, text: string | undefined): Service | undefined {
  const normalised = text?.trim().toLowerCase()
  return Object.values(services).find(({ name, title }) => normalised === name || normalised === title.toLowerCase())
}

export function createHostCheck(services: Services): (host: string) => boolean {
  const known = new Set([
    'localhost',
    ...Object.keys(services).map((name) => `${name}.localhost`),
    ...servicesWithUrl(services).map(({ serviceUrl }) => new URL(serviceUrl).hostname),
  ])
  return (host) => known.has(hostnameOf(host))
}

/** No IP address and no single word has a `www.`. */
const NAMED = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/

export interface CanonicalOrigin {
  origin: string
  isOwn: boolean
}

/**
 * With or without `www.` (OPS-17).
 * @returns undefined for a foreign host
 */
export function createCanonicalOrigins(services: Services): (host: string) => CanonicalOrigin | undefined {
  const origins = servicesWithUrl(services).map(({ serviceUrl }) => new URL(serviceUrl))
  const own = origins.map(({ hostname, origin }): [string, CanonicalOrigin] => [hostname, { origin, isOwn: true }])
  const others = origins.flatMap(({ hostname, origin }): Array<[string, CanonicalOrigin]> => {
    if (!NAMED.test(hostname)) return []
    const other = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`
    return [[other, { origin, isOwn: false }]]
  })
  const byHostname = new Map([...others, ...own])
  return (host) => byHostname.get(hostnameOf(host))
}

function hostnameOf(host = ''): string {
  return host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}
