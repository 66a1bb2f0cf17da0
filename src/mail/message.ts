import { isEmail } from '../content/newsletter.ts'

export interface Mailbox {
  name: string
  address: string
}

export interface MailMessage {
  to: string
  from: Mailbox
  replyTo?: string
  subject: string
  html: string
  text: string
  /** Printable ASCII. */
  headers?: Readonly<Record<string, string>>
  /** With angle brackets; absent: random. */
  messageId?: string
}

/** The message has no e-mail addresses. */
export class MailMessageError extends Error {
  override readonly name = 'MailMessageError'
}

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/
const PRINTABLE = /^[ -~]+$/
const MESSAGE_ID = /^<[\w.+-]{1,100}@[\w.-]{1,200}>$/
const OWN_HEADERS = new Set(
  ['from', 'sender', 'to', 'cc', 'bcc', 'reply-to', 'subject', 'message-id', 'date', 'mime-version'].flatMap((name) => [
    name,
    name.replace('mime-version', 'content-type'),
  ]),
)
/** Octets (RFC 5322, 2.1.1). */
const MAX_LINE = 998

/** @throws {MailMessageError} for what would break headers (SMTP-4) */
export function checkMessage({ to, from, replyTo, subject, headers = {}, messageId }: MailMessage): void {
  if (!isEmail(to)) throw new MailMessageError('the recipient is no e-mail address')
  if (!isEmail(from.address)) throw new MailMessageError('the sender is no e-mail address')
  if (replyTo !== undefined && !isEmail(replyTo)) throw new MailMessageError('Reply-To is no e-mail address')
  if (hasControl(from.name)) throw new MailMessageError("the sender's name has control characters")
  if (hasControl(subject)) throw new MailMessageError('the subject has control characters')
  if (messageId !== undefined && !MESSAGE_ID.test(messageId))
    throw new MailMessageError('the Message-ID has another form')
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) throw new MailMessageError('a header has an impossible name')
    if (OWN_HEADERS.has(name.toLowerCase())) throw new MailMessageError(`${name} is set by the message itself`)
    if (!PRINTABLE.test(value) || name.length + value.length + 2 > MAX_LINE) {
      throw new MailMessageError(`${name} is not one line of printable ASCII`)
    }
  }
}

function hasControl(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text)
}

/**
 * RFC 2369 and 8058 (SMTP-5).
 * @param url of the unsubscribing page, with its token
 * @param mailbox for mails that unsubscribe
 */
export function listHeaders(url: string, mailbox: string): Record<string, string> {
  const { href, protocol, pathname } = new URL(url)
  const subject = encodeURIComponent(`unsubscribe ${pathname.slice(pathname.lastIndexOf('/') + 1)}`)
  return {
    'List-Unsubscribe': `<${href}>, <mailto:${encodeURIComponent(mailbox).replace('%40', '@')}?subject=${subject}>`,
    // The standard demands https.
    ...(protocol === 'https:' && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}
