import type { Messages } from '../languages/messages.ts'
import { isRecord } from '../system/record.ts'

/** The form and the server share these rules (NEWS-2, NEWS-3, NEWS-7). */

/** (NEWS-10) */
export const NOTICE_PARAMETER = 'newsletter'
export const NOTICE_ID = 'komunikat'

/** Query parameters name results for readers without a script. */
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

/** A confirmation link is valid for these days (SUB-8). */
export const TOKEN_DAYS = 7

/** An unconfirmed address is stored for these days (SUB-14). */
export const UNCONFIRMED_DAYS = 30

const MAX_EMAIL = 254
/** The pattern of `input[type=email]` (WHATWG HTML, "valid e-mail address"), with a dot in the domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

export type ProviderOutcome = 'added' | 'known' | 'failed'

/** `mailed` means that only a mail says whether the subscription was new (NEWS-16). */
export type SubscriptionOutcome = ProviderOutcome | 'mailed'

/**
 * A domain with letters of a national alphabet; full stops of East Asia separate its labels too. No label begins or
 * ends with a hyphen, which its `xn--` form would hide.
 */
const NATIONAL_DOMAIN =
  /^(?=.*[^ -~])(?!-|.*(?:-[.\u3002\uff0e\uff61]|[.\u3002\uff0e\uff61]-|-$))[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u

/** Writes the domain as mail servers know it, `xn--…`; any other text stays as it is (NEWS-29). */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at < 1 || !NATIONAL_DOMAIN.test(domain)) return email
  try {
    const { hostname } = new URL(`https://${domain}`)
    // Digits of other alphabets may be those of a network address.
    return /^[\d.]+$/.test(hostname) ? email : email.slice(0, at + 1) + hostname
  } catch {
    return email
  }
}

export function isEmail(value: string): boolean {
  return value.length <= MAX_EMAIL && EMAIL.test(value)
}

/** The normal form identifies subscribers, also for removal. */
export function emailKey(email: string): string {
  return asciiEmail(email).toLowerCase()
}

/** These domains of one mail service ignore dots in mailboxes. */
const DOTLESS_DOMAIN = 'gmail.com'
const DOTLESS_DOMAINS: readonly string[] = [DOTLESS_DOMAIN, 'googlemail.com']

/** Drops `+tag`, and dots at Gmail. The key limits mails (SUB-25) and never identifies a subscriber. */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  if (at < 1) return key
  const domain = key.slice(at + 1)
  const [untagged = ''] = key.slice(0, at).split('+', 1)
  const isDotless = DOTLESS_DOMAINS.includes(domain)
  const local = isDotless ? untagged.replaceAll('.', '') : untagged
  // A part of nothing but a tag and dots is no other mailbox.
  return local === '' ? key : `${local}@${isDotless ? DOTLESS_DOMAIN : domain}`
}

/** (NEWS-3) */
export function sareRequest(email: string, service: string) {
  return {
    only_add_to_groups: false,
    update_on_duplicate: false,
    update_status_on_duplicate: true,
    send_confirmation: true,
    emails: [{ email, comment: service, groups: [GROUP_ID] }],
  }
}

/** New subscribers join this group (NEWS-3). */
const GROUP_ID = 1

/** Imported with a status above 0 is new; updated, or not updated with one, is known; anything else failed (NEWS-7). */
export function sareOutcome(response: unknown): ProviderOutcome {
  const lists = isRecord(response) && isRecord(response.response) ? response.response : {}
  if (hasGood(lists.imported)) return 'added'
  return hasGood(lists.updated) || hasGood(lists.notUpdated) ? 'known' : 'failed'
}

function hasGood(list: unknown): boolean {
  return Array.isArray(list) && list.some((item) => isRecord(item) && Number(item.status) > 0)
}
