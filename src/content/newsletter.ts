import type { Messages } from '../languages/messages.ts'
import { isRecord } from '../system/record.ts'

export const NOTICE_PARAMETER = 'newsletter'
export const NOTICE_ID = 'komunikat'

/** For readers without a script. */
const NOTICES = {
  dodany: ['added'],
  'juz-dodany': ['known'],
  'sprawdz-skrzynke': ['mailed'],
  blad: ['failed'],
  'zly-email': ['invalidEmail'],
  'brak-zgody': ['consentRequired'],
  'zly-email-brak-zgody': ['invalidEmail', 'consentRequired'],
  potwierdzono: ['confirmed'],
} as const
export type NewsletterNotice = keyof typeof NOTICES
export const NOTICE_NAMES = Object.keys(NOTICES)

export function isNewsletterNotice(name: string | null): name is NewsletterNotice {
  return name !== null && Object.hasOwn(NOTICES, name)
}

export function noticeText(name: NewsletterNotice, { newsletter }: Pick<Messages, 'newsletter'>): string {
  const texts = NOTICES[name].map((key) => newsletter[key])
  return texts.length === 1 ? texts.join('') : `${texts.join('. ')}.`
}

export const TOKEN_DAYS = 7

export const UNCONFIRMED_DAYS = 30

const MAX_EMAIL = 254
/** `input[type=email]` (WHATWG HTML, "valid e-mail address"), with a dot in the domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

export type ProviderOutcome = 'added' | 'known' | 'failed'

/** `mailed`: only a mail says whether the subscription was new (NEWS-16). */
export type SubscriptionOutcome = ProviderOutcome | 'mailed'

/** East Asia's full stops separate labels too; `xn--` would hide a label's final hyphen. */
const NATIONAL_DOMAIN =
  /^(?=.*[^ -~])(?!-|.*(?:-[.\u3002\uff0e\uff61]|[.\u3002\uff0e\uff61]-|-$))[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u

/** Text without a domain stays (NEWS-29). */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at < 1 || !NATIONAL_DOMAIN.test(domain)) return email
  try {
    const { hostname } = new URL(`https://${domain}`)
    // Foreign digits may form a network address.
    return /^[\d.]+$/.test(hostname) ? email : email.slice(0, at + 1) + hostname
  } catch {
    return email
  }
}

export function isEmail(value: string): boolean {
  return value.length <= MAX_EMAIL && EMAIL.test(value)
}

/** Identifies subscribers, also for removal. */
export function emailKey(email: string): string {
  return asciiEmail(email).toLowerCase()
}

const DOTLESS_DOMAIN = 'gmail.com'
const DOTLESS_DOMAINS: readonly string[] = [DOTLESS_DOMAIN, 'googlemail.com']

/** Drops `+tag`, and dots at Gmail, to limit mails (SUB-25); it identifies nobody. */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  if (at < 1) return key
  const domain = key.slice(at + 1)
  const [untagged = ''] = key.slice(0, at).split('+', 1)
  const isDotless = DOTLESS_DOMAINS.includes(domain)
  const local = isDotless ? untagged.replaceAll('.', '') : untagged
  // A tag and dots alone are no other mailbox.
  return local === '' ? key : `${local}@${isDotless ? DOTLESS_DOMAIN : domain}`
}

export function sareRequest(email: string, service: string) {
  return {
    only_add_to_groups: false,
    update_on_duplicate: false,
    update_status_on_duplicate: true,
    send_confirmation: true,
    emails: [{ email, comment: service, groups: [GROUP_ID] }],
  }
}

const GROUP_ID = 1

/** Imported with a status above 0: new; updated, or not updated with one: known; else failed (NEWS-7). */
export function sareOutcome(response: unknown): ProviderOutcome {
  const lists = isRecord(response) && isRecord(response.response) ? response.response : {}
  if (hasGood(lists.imported)) return 'added'
  return hasGood(lists.updated) || hasGood(lists.notUpdated) ? 'known' : 'failed'
}

function hasGood(list: unknown): boolean {
  return Array.isArray(list) && list.some((item) => isRecord(item) && Number(item.status) > 0)
}
