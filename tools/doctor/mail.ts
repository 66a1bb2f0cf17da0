import type { MailSettings } from '../../src/config/env/newsletter.ts'
import type { NewsletterProvider } from '../../src/config/env/newsletter-provider.ts'
import { type DeferralReason, failureOf } from '../../src/mail/outcome.ts'
import { openSession } from '../../src/mail/smtp-session.ts'
import { bad, type Check, type Finding, good, weak } from './check.ts'

interface MailPlace {
  mail?: MailSettings
  newsletterProvider: NewsletterProvider
}

/** How to mend what keeps the portal from its mail server. */
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
