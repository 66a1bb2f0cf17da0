import type { MenuItem, Service, ServiceName, Services } from './service.ts'

/** The service settings that an operator may change without touching code (SVC-6). */
export interface ServiceOverride {
  serviceUrl?: string | undefined
  homePageId?: string | undefined
  adminUrl?: string | undefined
  robots?: string | undefined
  consent?: Service['consent'] | undefined
}

/**
 * A site's services with the operator's settings applied. A service that shares another's settings shares its home page
 * id and admin URL too, unless it has an override of its own.
 */
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
      ...(homePageId && { homePageId }),
      ...(adminUrl && { adminUrl }),
      ...(serviceUrl && { serviceUrl }),
      ...(robots && { robots }),
      ...(consent && { consent }),
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

/** The services with menus of their own, where there are some. */
export function withMenus(services: Services, menus: Readonly<Record<ServiceName, MenuItem[]>>): Services {
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => [name, { ...service, menu: menus[name] ?? service.menu }]),
  )
}

/** The service of a name that may be anything. */
export function findService(services: Services, name: string): Service | undefined {
  return Object.hasOwn(services, name) ? services[name] : undefined
}

/**
 * The service that a setting names.
 * @throws {RangeError} the site has no such service: settings are checked when they are read
 */
export function existingService(services: Services, name: ServiceName): Service {
  const service = findService(services, name)
  if (!service) throw new RangeError(`the site has no service "${name}"`)
  return service
}

/** The other services of the group, in its order (SVC-9). */
export function sistersOf(service: Service, services: Services): Service[] {
  return Object.values(services).filter(({ name }) => name !== service.name)
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
  const byDefault = existingService(services, fallback)
  // The default service last, so that it takes precedence: two services may share a host during a publisher's launch.
  for (const service of [...servicesWithUrl(services), byDefault]) {
    if (hasUrl(service)) byHostname.set(new URL(service.serviceUrl).hostname, service)
  }
  for (const service of Object.values(services)) byHostname.set(`${service.name}.localhost`, service)
  return (host) => byHostname.get(hostnameOf(host)) ?? byDefault
}

/** The service with the public origin of a URL; http and https count as one. */
export function serviceAt(services: Services, { protocol, host }: URL): Service | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return servicesWithUrl(services).find(({ serviceUrl }) => new URL(serviceUrl).host === host)
}

/** The service by its key (`moto`) or its title (`Moto`), case-insensitively. */
export function serviceNamed(services: Services, text: string | undefined): Service | undefined {
  const normalised = text?.trim().toLowerCase()
  return Object.values(services).find(({ name, title }) => normalised === name || normalised === title.toLowerCase())
}

/** Whether a `Host` header belongs to one of the services, or to this machine under a name used for local trials. */
export function createHostCheck(services: Services): (host: string) => boolean {
  const known = new Set([
    'localhost',
    ...Object.keys(services).map((name) => `${name}.localhost`),
    ...servicesWithUrl(services).map(({ serviceUrl }) => new URL(serviceUrl).hostname),
  ])
  return (host) => known.has(hostnameOf(host))
}

/** Whether `www.` belongs in front of a host name: not of an IP address, and not of a name without a dot. */
const NAMED = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/

/** A service's public origin, and whether a host is its host. */
export interface CanonicalOrigin {
  origin: string
  isOwn: boolean
}

/**
 * The one public origin of a service by a `Host` header: that of its own host, also with or without `www.` (OPS-17).
 * @returns undefined for the host of no service
 */
export function createCanonicalOrigins(services: Services): (host: string) => CanonicalOrigin | undefined {
  const origins = servicesWithUrl(services).map(({ serviceUrl }) => new URL(serviceUrl))
  const own = origins.map(({ hostname, origin }): [string, CanonicalOrigin] => [hostname, { origin, isOwn: true }])
  const others = origins.flatMap(({ hostname, origin }): Array<[string, CanonicalOrigin]> => {
    if (!NAMED.test(hostname)) return []
    const other = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`
    return [[other, { origin, isOwn: false }]]
  })
  // A service at such a host is its own.
  const byHostname = new Map([...others, ...own])
  return (host) => byHostname.get(hostnameOf(host))
}

function hostnameOf(host = ''): string {
  return host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}
