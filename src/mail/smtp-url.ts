import { asciiEmail, isEmail } from '../content/newsletter.ts'
import { reachOf } from '../system/clear-text.ts'
import type { Mailbox } from './message.ts'

/** Parsed from `SMTP_URL` (SMTP-2). */
export interface SmtpSettings {
  host: string
  port: number
  /** `implicit`: TLS at once. `required`: STARTTLS or nothing. `opportunistic`: clear text may pass. */
  tls: 'implicit' | 'required' | 'opportunistic'
  credentials?: { user: string; password: string }
}

/** RFC 8314. */
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const

/** @param clearHosts on the operator's own network */
export function readSmtpUrl(text: string, clearHosts: readonly string[] = []): SmtpSettings | undefined {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return undefined
  if (url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined
  const hostname = url.hostname.toLowerCase()
  const isOwn = reachOf(hostname) === 'machine' || clearHosts.includes(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
    tls: url.protocol === 'smtps:' ? 'implicit' : isOwn ? 'opportunistic' : 'required',
    credentials: user === '' ? undefined : { user, password },
  }
}

function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part)
    return /\p{Cc}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** `Gazeta <redakcja@gazeta.example>` */
export function readMailbox(text: string): Mailbox | undefined {
  const opening = text.lastIndexOf('<')
  const isNamed = opening >= 0 && text.endsWith('>')
  const address = asciiEmail(isNamed ? text.slice(opening + 1, -1) : text.trim())
  const name = isNamed
    ? text
        .slice(0, opening)
        .trim()
        .replace(/^"(.*)"$/s, '$1')
    : ''
  return isEmail(address) && !/[\p{Cc}<>"\\]/u.test(name) ? { name, address } : undefined
}
