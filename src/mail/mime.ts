import { randomBytes } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import { checkMessage, type MailMessage } from './message.ts'

/**
 * 7-bit, lines ended by CRLF (SMTP-3).
 * @throws {MailMessageError} for what would break a header
 */
export function buildMime(message: MailMessage): Promise<Buffer> {
  checkMessage(message)
  const { to, from, replyTo, subject, html, text, headers, messageId = newMessageId(from.address) } = message
  const composed = new MailComposer({
    // A text with several addresses would be parsed as a list.
    to: { name: '', address: to },
    from,
    replyTo: replyTo === undefined ? undefined : { name: '', address: replyTo },
    subject,
    html,
    text,
    messageId,
    headers: headers && Object.fromEntries(prepared(headers)),
    // The message contains no files or URLs to read.
    disableFileAccess: true,
    disableUrlAccess: true,
    // Readable on the way, and for Polish texts shorter than base64.
    encoding: 'quoted-printable',
    newline: 'windows',
  })
  return composed.compile().build()
}

/** Nodemailer would encode or split URLs of `List-Unsubscribe`. */
function prepared(headers: Readonly<Record<string, string>>): Array<[string, { prepared: boolean; value: string }]> {
  return Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])
}

/** RFC 5322, 3.6.4. */
export function newMessageId(address: string): string {
  return `<${randomBytes(16).toString('hex')}@${domainOf(address)}>`
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
