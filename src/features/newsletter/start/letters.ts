import type { Letter as LetterTexts } from '../../../../mail/letter.ts'
import { renderLetter } from '../../../../mail/letter.ts'
import { absoluteUrl } from '../../../content/links.ts'
import { TOKEN_DAYS } from '../../../content/newsletter.ts'
import { confirmPath, preferencesPath, unsubscribePath } from '../../../content/newsletter-paths.ts'
import { listText } from '../../../languages/texts.ts'
import type { Mailbox, MailMessage } from '../../../mail/message.ts'
import { listHeaders } from '../../../mail/message.ts'
import { readMailbox } from '../../../mail/smtp-url.ts'
import { siteNameOf } from '../../../seo/brand.ts'
import { type Newsletter, newsletterKeyed, newslettersOf } from '../../../services/newsletters.ts'
import { periodOf } from '../../../services/schedule.ts'
import type { Service, Services } from '../../../services/service.ts'
import type { MailSettings } from '../settings.ts'
import type { Letter } from '../store/records.ts'

type OwnLetter = Letter & { kind: Exclude<Letter['kind'], 'series'> }
type LinkedService = Service & { serviceUrl: string }

/**
 * In the look and language of the reader's service (NEWS-19).
 * @returns undefined where the service or its URL is gone
 */
export function composeLetters(
  services: Services,
  { from }: MailSettings,
): (letter: Letter) => MailMessage | undefined {
  return (letter) => {
    const { service, newsletter } = newsletterKeyed(services, letter.service) ?? {}
    if (!service?.serviceUrl || !newsletter) return undefined
    const linked = { ...service, serviceUrl: service.serviceUrl }
    const texts = isOfSeries(letter) ? seriesTexts(linked, letter, newsletter) : textsOf(linked, letter)
    return texts && messageOf(linked, letter, from, texts)
  }
}

/** The service's own, else the operator's, with the service's name where it has none. */
export function senderOf(service: Service, from: Mailbox): Mailbox {
  const own = service.newsletter?.from === undefined ? undefined : readMailbox(service.newsletter.from)
  const { name, address } = own ?? from
  return { name: name === '' ? siteNameOf(service) : name, address }
}

function isOfSeries(letter: Letter): letter is Exclude<Letter, OwnLetter> {
  return letter.kind === 'series'
}

function unsubscribeUrlOf({ serviceUrl }: LinkedService, { manageToken }: Letter): string {
  return `${serviceUrl}${unsubscribePath(manageToken)}`
}

function messageOf(service: LinkedService, letter: Letter, operator: Mailbox, texts: LetterTexts): MailMessage {
  const from = senderOf(service, operator)
  const replyTo = service.newsletter?.replyTo
  const unsubscribeUrl = unsubscribeUrlOf(service, letter)
  return {
    to: letter.email,
    from,
    replyTo,
    ...renderLetter(service, texts),
    headers: {
      ...listHeaders(unsubscribeUrl, replyTo ?? from.address),
      // An automatic reply would reach nobody (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
  }
}

function seriesTexts(service: LinkedService, letter: Letter, { welcome = [] }: Newsletter): LetterTexts | undefined {
  const step = welcome[letter.step - 1]
  if (!step) return undefined
  const { subject, text, action, link } = step
  const paragraphs = text.split(/\n[^\S\n]*\n/).map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
  const { unsubscribe, preferences } = service.messages.mail
  return {
    subject,
    preheader: paragraphs[0] ?? '',
    title: subject,
    paragraphs: paragraphs.filter((paragraph) => paragraph !== ''),
    button: action === undefined || link === undefined ? undefined : { label: action, url: absoluteUrl(link, service) },
    small: [
      { label: unsubscribe, url: unsubscribeUrlOf(service, letter) },
      { label: preferences, url: `${service.serviceUrl}${preferencesPath(letter.manageToken)}` },
    ],
  }
}

function textsOf(service: LinkedService, letter: OwnLetter): LetterTexts {
  const unsubscribeUrl = unsubscribeUrlOf(service, letter)
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

/** Seconds from a confirmation, by key of the newsletter. */
export function welcomeTimes(services: Services): Readonly<Record<string, readonly number[]>> {
  const all = Object.values(services).flatMap((service) => newslettersOf(service))
  return Object.fromEntries(
    all.flatMap(({ key, welcome = [] }) =>
      welcome.length === 0 ? [] : [[key, welcome.map(({ after }) => (periodOf(after) ?? 0) / 1000)]],
    ),
  )
}
