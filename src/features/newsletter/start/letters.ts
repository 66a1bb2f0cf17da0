import type { Letter as LetterTexts } from '../../../../mail/letter.ts'
import { renderLetter } from '../../../../mail/letter.ts'
import { TOKEN_DAYS } from '../../../content/newsletter.ts'
import { confirmPath, preferencesPath, unsubscribePath } from '../../../content/newsletter-paths.ts'
import { listText } from '../../../languages/texts.ts'
import type { Mailbox, MailMessage } from '../../../mail/message.ts'
import { listHeaders } from '../../../mail/message.ts'
import { readMailbox } from '../../../mail/smtp-url.ts'
import { siteNameOf } from '../../../seo/brand.ts'
import { newsletterKeyed, newslettersOf } from '../../../services/newsletters.ts'
import type { Service, Services } from '../../../services/service.ts'
import type { MailSettings } from '../settings.ts'
import type { Letter } from '../store/records.ts'

type LinkedService = Service & { serviceUrl: string }

/**
 * In the look and language of the reader's service (NEWS-19).
 * @returns undefined where the portal has no such service any more, or no URL of it
 */
export function composeLetters(
  services: Services,
  { from }: MailSettings,
): (letter: Letter) => MailMessage | undefined {
  return (letter) => {
    const { service } = newsletterKeyed(services, letter.service) ?? {}
    if (!service?.serviceUrl) return undefined
    return messageOf({ ...service, serviceUrl: service.serviceUrl }, letter, from)
  }
}

/** The sender of a service's mails: its own, else the operator's, with the service's name where it has none. */
export function senderOf(service: Service, from: Mailbox): Mailbox {
  const own = service.newsletter?.from === undefined ? undefined : readMailbox(service.newsletter.from)
  const { name, address } = own ?? from
  return { name: name === '' ? siteNameOf(service) : name, address }
}

function messageOf(service: LinkedService, letter: Letter, operator: Mailbox): MailMessage {
  const from = senderOf(service, operator)
  const replyTo = service.newsletter?.replyTo
  const unsubscribeUrl = `${service.serviceUrl}${unsubscribePath(letter.manageToken)}`
  return {
    to: letter.email,
    from,
    replyTo,
    ...renderLetter(service, textsOf(service, letter, unsubscribeUrl)),
    headers: {
      ...listHeaders(unsubscribeUrl, replyTo ?? from.address),
      // An automatic reply to it would reach nobody (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
  }
}

function textsOf(service: LinkedService, letter: Letter, unsubscribeUrl: string): LetterTexts {
  const { messages, serviceUrl } = service
  const { letters } = messages.newsletter
  const site = siteNameOf(service)
  if (letter.kind === 'confirm') {
    const { subject, preheader, title, text, action, days, ignore, remove } = letters.confirm
    return {
      subject: subject({ site }),
      preheader,
      title,
      paragraphs: [text({ site }), ...chosenText(service, letter)],
      button: { label: action, url: `${serviceUrl}${confirmPath(letter.token)}` },
      small: [days({ count: TOKEN_DAYS }), ignore, { label: remove, url: unsubscribeUrl }],
    }
  }
  const { subject, preheader, title, text, action } = letters[letter.kind]
  return {
    subject: subject({ site }),
    preheader,
    title,
    paragraphs: [text({ site })],
    button: { label: action, url: `${serviceUrl}${preferencesPath(letter.manageToken)}` },
    small: [{ label: messages.mail.unsubscribe, url: unsubscribeUrl }],
  }
}

/** Where readers choose among several, the letter says what it confirms. */
function chosenText(service: Service, { service: key, others }: Letter): string[] {
  const all = newslettersOf(service)
  if (all.length === 1) return []
  const chosen = all.filter((newsletter) => newsletter.key === key || others.includes(newsletter.key))
  const names = listText(
    chosen.map(({ title }) => title),
    service.language,
  )
  return chosen.length === 0 ? [] : [service.messages.newsletter.letters.confirm.chosen({ names })]
}
