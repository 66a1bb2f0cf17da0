import * as z from 'zod'

/** An outcome has no e-mail addresses (SMTP-7). */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; code: number; isUnknownMailbox: boolean }
  | { kind: 'deferred'; code?: number; reason: DeferralReason }

export type DeferralReason = 'connection' | 'tls' | 'time' | 'login' | 'sender' | 'recipient' | 'message' | 'protocol'

const text = z.string().optional().catch(undefined)
/** The message is left out: it repeats addresses. */
const failure = z
  .object({
    code: text,
    /** `code` is nodemailer's. */
    originalCode: text,
    command: text,
    responseCode: z.number().int().optional().catch(undefined),
    response: text,
  })
  .catch({})

/** No such mailbox, domain or syntax (RFC 3463, 5.1.x). */
const BAD_MAILBOX = /^5\d\d[ -]5\.1\.(?:1|2|3|6|10)\b/

/** A refused sender says nothing of the reader. */
export function failureOf(error: unknown): Exclude<MailOutcome, { kind: 'sent' }> {
  const { code, originalCode, command = '', responseCode, response = '' } = failure.parse(error)
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutMail && responseCode !== undefined && isPermanent(responseCode)) {
    return {
      kind: 'refused',
      code: responseCode,
      isUnknownMailbox: command === 'RCPT TO' && BAD_MAILBOX.test(response),
    }
  }
  return {
    kind: 'deferred',
    code: responseCode !== undefined && isReply(responseCode) ? responseCode : undefined,
    reason: isAboutTls(originalCode) ? 'tls' : reasonOf(code, command),
  }
}

function isAboutTls(code = ''): boolean {
  return /CERT|_SSL_|_TLS_|EPROTO|UNABLE_TO_/.test(code)
}

/** 503 concerns the session, 521 the server. */
function isPermanent(code: number): boolean {
  return code >= 500 && code <= 599 && code !== 503 && code !== 521
}

function isReply(code: number): boolean {
  return code >= 200 && code <= 599
}

function reasonOf(code: string | undefined, command: string): DeferralReason {
  if (code === 'ETLS') return 'tls'
  if (code === 'ETIMEDOUT') return 'time'
  if (code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH')) return 'login'
  if (code === 'EPROTOCOL') return 'protocol'
  if (command === 'STARTTLS') return 'tls'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (command === 'DATA') return 'message'
  return 'connection'
}
