import { postalLineOf } from '../../../mail/frame.ts'
import type { NewsletterProvider } from '../../../src/features/newsletter/providers/provider.ts'
import type { MailSettings } from '../../../src/features/newsletter/settings.ts'
import { createPostgresStore } from '../../../src/features/newsletter/store/postgres/postgres-store.ts'
import { type DeferralReason, failureOf } from '../../../src/mail/outcome.ts'
import { openSession } from '../../../src/mail/smtp-session.ts'
import { isScheduled } from '../../../src/services/newsletters.ts'
import { servicesWithUrl } from '../../../src/services/registry.ts'
import type { Services } from '../../../src/services/service.ts'
import { reachOf } from '../../../src/system/clear-text.ts'
import type { DatabaseSettings } from '../../../src/system/postgresql/connections.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'

interface NewsletterSettings {
  services: Services
  newsletterProvider: { kind: string }
  mail?: object
  /** Services whose further newsletters a provider cannot have. */
  unusedNewsletters?: readonly string[]
}

export function newsletterChecks({
  services,
  newsletterProvider,
  mail,
  unusedNewsletters = [],
}: NewsletterSettings): Check[] {
  const scheduled = Object.values(services).filter(isScheduled)
  const sends = newsletterProvider.kind === 'own' && mail !== undefined
  const left =
    unusedNewsletters.length > 0
      ? [{ title: 'Looking at the newsletters', run: async () => unused(unusedNewsletters) }]
      : []
  if (!sends && scheduled.length === 0) return left
  return [
    ...left,
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
    `Newsletters of ${without.map(({ name }) => name).join(', ')} name no postal address, which the law of most countries requires.`,
    'Write organisation.address (street and city at least) in group.yaml, or newsletter.postalAddress in the service’s file.',
  )
}

function unused(names: readonly string[]): Finding {
  return weak(
    `${names.join(', ')} has several newsletters, and a provider has the subscribers: readers cannot choose.`,
    'Make lists of them at the provider, and remove newsletter.further.',
  )
}

function unsent(names: readonly string[]): Finding {
  return weak(
    `${names.join(', ')} has a schedule of newsletters, and nothing is sent: there is no mail server, or a provider has the subscribers.`,
    'Set SMTP_URL and MAIL_FROM, or remove newsletter.schedule.',
  )
}

/** Checks the subscribers' database without changing it (OPS-10). */
export function databaseChecks(database: DatabaseSettings): Check[] {
  return [{ title: 'Looking at the database of subscribers', run: () => serverOf(database) }]
}

async function serverOf(database: DatabaseSettings): Promise<Finding> {
  const { host, port } = database
  const place = host.startsWith('/') ? host : `${host}:${port}`
  const store = createPostgresStore({ database, notify: () => {} })
  try {
    const { version, notDurable, isEncrypted } = await store.server()
    const says = `PostgreSQL ${version} at ${place} takes subscribers, ${isEncrypted ? 'by TLS' : 'without TLS'}.`
    if (notDurable.length > 0) {
      return weak(
        `${says} A power cut may take subscribers that were acknowledged: ${notDurable.join(' and ')} is off there.`,
        `Switch ${notDurable.join(' and ')} on in the settings of the server.`,
      )
    }
    if (!isEncrypted && !host.startsWith('/') && reachOf(host) !== 'machine') {
      return weak(
        `${says} Everybody on that network can read the e-mail addresses.`,
        'Set sslmode=verify-full in DATABASE_URL, or sslmode=require where the server has a certificate of its own making.',
      )
    }
    return good(says)
  } catch (error) {
    return bad(
      `The database of subscribers at ${place} cannot be used (${error instanceof Error ? error.message : String(error)}).`,
      'Correct DATABASE_URL, or start the server. Where its certificate is not that of a known authority, name it in sslrootcert, or set sslmode=require.',
    )
  } finally {
    await store.close()
  }
}

interface MailPlace {
  mail?: MailSettings
  newsletterProvider: NewsletterProvider
}

const FIXES: Record<DeferralReason, string> = {
  connection:
    'Compare host and port in SMTP_URL with what the mail service says; a firewall may close port 25 and 587.',
  tls: 'smtps:// is for port 465, smtp:// for 587 with STARTTLS; the certificate must be valid for the host in SMTP_URL. A server of your own network without TLS: name it in CLEAR_TEXT_HOSTS.',
  time: 'Compare host and port in SMTP_URL with what the mail service says; a firewall may drop the connection.',
  login: 'Compare user and password in SMTP_URL with what the mail service says; encode @ as %40, : as %3A, / as %2F.',
  sender: 'Have the mail service take MAIL_FROM as a sender.',
  recipient: 'Ask the mail service.',
  message: 'Ask the mail service.',
  protocol: 'What listens there is no mail server: compare host and port in SMTP_URL.',
}

/** Connects to the mail server and logs in; sends nothing (SMTP-9). */
export function mailChecks({ mail, newsletterProvider }: MailPlace): Check[] {
  return [{ title: 'Looking at the mail server', run: () => lookAt(mail, newsletterProvider) }]
}

async function lookAt(mail: MailSettings | undefined, provider: NewsletterProvider): Promise<Finding> {
  if (provider.kind !== 'own') return good(`Readers are mailed by ${provider.kind}.`)
  if (!mail)
    return good('No mail is sent: the newsletter takes e-mail addresses only. Set SMTP_URL and MAIL_FROM to send.')
  const { smtp, from } = mail
  const where = `${smtp.host}:${smtp.port}`
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  try {
    const session = await openSession({ smtp, domain })
    const { isSecure } = session
    session.quit()
    const sender = `as ${domain} (MAIL_FROM): its DNS should have SPF, DKIM and DMARC for this server`
    if (isSecure) return good(`${where} takes mail over TLS, ${sender}.`)
    return weak(
      `${where} takes mail, but in clear text, ${sender}.`,
      'Use smtps://, or a server with STARTTLS, unless it is on this machine.',
    )
  } catch (error) {
    const failure = failureOf(error)
    const reason = failure.kind === 'deferred' ? failure.reason : 'protocol'
    const code = failure.code === undefined ? '' : `, reply ${failure.code}`
    return bad(`${where} does not take mail (${reason}${code}).`, FIXES[reason])
  }
}
