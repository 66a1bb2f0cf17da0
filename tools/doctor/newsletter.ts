import { postalLineOf } from '../../src/services/postal-line.ts'
import { servicesWithUrl } from '../../src/services/registry.ts'
import type { Services } from '../../src/services/service.ts'
import { type Check, type Finding, good, weak } from './check.ts'

interface NewsletterSettings {
  services: Services
  newsletterProvider: { kind: string }
  /** Absent: the portal sends nothing. */
  mail?: object
}

/** Checks what mails need and a start does not. */
export function newsletterChecks({ services, newsletterProvider, mail }: NewsletterSettings): Check[] {
  const scheduled = Object.values(services).filter(({ newsletter }) => newsletter?.schedule !== undefined)
  const sends = newsletterProvider.kind === 'own' && mail !== undefined
  if (!sends && scheduled.length === 0) return []
  return [
    {
      title: 'Looking at the newsletter',
      run: async () => (sends ? sender(services) : unsent(scheduled.map(({ name }) => name))),
    },
  ]
}

function sender(services: Services): Finding {
  const without = servicesWithUrl(services).filter((service) => postalLineOf(service) === undefined)
  if (without.length === 0) return good('Newsletters name the publisher with its postal address.')
  return weak(
    `Newsletters of ${without.map(({ name }) => name).join(', ')} name no postal address, which the law of most countries wants.`,
    'Write organisation.address (street and city at least) in group.yaml, or newsletter.postalAddress in the service’s file.',
  )
}

function unsent(names: readonly string[]): Finding {
  return weak(
    `${names.join(', ')} has a schedule of newsletters, and nothing is sent: there is no mail server, or a provider has the subscribers.`,
    'Set SMTP_URL and MAIL_FROM, or remove newsletter.schedule.',
  )
}
