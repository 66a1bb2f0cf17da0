import type { NewsletterSubject, Service, Services, WelcomeLetter } from './service.ts'

/** One of a service's newsletters (NEWS-30). */
export interface Newsletter {
  /** The service's name, and a further one's own name after `_`. */
  key: string
  name?: string
  title: string
  text?: string
  /** Cron line in the site's time zone; absent: sent by hand. */
  schedule?: string
  since: string
  subject?: NewsletterSubject
  welcome?: readonly WelcomeLetter[]
}

/** No service's name has it. */
const SEPARATOR = '_'
const DEFAULT_SINCE = '7d'

/** The service's own is first. */
export function newslettersOf(service: Service): [Newsletter, ...Newsletter[]] {
  const { name, newsletter, messages } = service
  const { title = messages.newsletter.label, text, schedule, since = DEFAULT_SINCE } = newsletter ?? {}
  const { welcome, further = [] } = newsletter ?? {}
  return [
    { key: name, title, text, schedule, since, welcome },
    ...further.map((one) => ({ ...one, key: `${name}${SEPARATOR}${one.name}` })),
  ]
}

export function serviceNameOf(key: string): string {
  return key.split(SEPARATOR, 1)[0] ?? ''
}

/** @returns undefined: the site has it no more */
export function newsletterKeyed(
  services: Services,
  key: string,
): { service: Service; newsletter: Newsletter; isOneOfSeveral: boolean } | undefined {
  const name = serviceNameOf(key)
  const service = Object.hasOwn(services, name) ? services[name] : undefined
  const all = service ? newslettersOf(service) : []
  const newsletter = all.find((one) => one.key === key)
  return service && newsletter && { service, newsletter, isOneOfSeveral: all.length > 1 }
}

/** An urgent newsletter cannot wait for another issue. */
export function isUrgent({ subject }: Newsletter): boolean {
  return subject?.kind === 'breaking'
}

export function isScheduled(service: Service): boolean {
  return newslettersOf(service).some((newsletter) => newsletter.schedule !== undefined || isUrgent(newsletter))
}

export function titleOf({ name, title }: Newsletter): string | undefined {
  return name === undefined ? undefined : title
}
