import { randomBytes } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import { checkMessage, type MailMessage } from './message.ts'

/**
 * 7-bit with CRLF (SMTP-3).
 * @throws {MailMessageError} for what would break a header
 */
export function buildMime(message: MailMessage): Promise<Buffer> {
  checkMessage(message)
  const { to, from, replyTo, subject, html, text, headers, messageId = newMessageId(from.address) } = message
  const composed = new MailComposer({
    // Text would be parsed as a list.
    to: { name: '', address: to },
    from,
    replyTo: replyTo === undefined ? undefined : { name: '', address: replyTo },
    subject,
    html,
    text,
    messageId,
    headers: headers && Object.fromEntries(prepared(headers)),
    disableFileAccess: true,
    disableUrlAccess: true,
    // Polish is shorter than in base64.
    encoding: 'quoted-printable',
    newline: 'windows',
  })
  return composed.compile().build()
}

/** Nodemailer would encode or split `List-Unsubscribe`. */
function prepared(headers: Readonly<Record<string, string>>): Array<[string, { prepared: boolean; value: string }]> {
  return Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])
}

/** RFC 5322, 3.6.4 demands a unique one. */
export function newMessageId(address: string): string {
  return `<${randomBytes(16).toString('hex')}@${domainOf(address)}>`
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
