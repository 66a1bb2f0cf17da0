import * as z from 'zod'
import type { Mailbox } from '../../mail/message.ts'
import { readMailbox, readSmtpUrl, type SmtpSettings } from '../../mail/smtp-url.ts'
import type { NewsletterProvider } from './newsletter-provider.ts'
import { httpUrl, numeric } from './values.ts'

/** Visible ASCII without blanks: it goes into a header. */
const secret = (most: number) => z.string().regex(new RegExp(`^[!-~]{1,${most}}$`), 'must be characters without spaces')

/** Of transactional mails, where the operator sets none. */
const HOURLY_LIMIT = 1000

/** Variables of the newsletter: its provider, or the mail server of the portal's own. */
export const newsletterVariables = {
  SARE_URL: httpUrl.optional(),
  SARE_UID: z.string().optional(),
  SARE_API_KEY: z.string().optional(),
  LISTMONK_URL: httpUrl.optional(),
  LISTMONK_USER: z
    .string()
    .regex(/^[!-9;-~]{1,200}$/, 'must be characters without spaces and colons')
    .optional(),
  LISTMONK_TOKEN: secret(200).optional(),
  LISTMONK_LISTS: z
    .string()
    .regex(/^[1-9]\d{0,8}(?:\s*,\s*[1-9]\d{0,8}){0,19}$/, 'must be numbers of lists, comma-separated')
    .transform((value) => value.split(',').map(Number))
    .optional(),
  MAILCHIMP_API_KEY: z
    .string()
    .regex(/^[A-Za-z0-9]{8,64}-[a-z]{2,4}\d{1,3}$/, 'must end with the data centre, as in …-us6')
    .optional(),
  MAILCHIMP_LIST_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{4,32}$/, 'is not an audience id')
    .optional(),
  SMTP_URL: z
    .string()
    .refine((value) => readSmtpUrl(value) !== undefined, 'must be smtp://host:port or smtps://user:password@host:port')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => readMailbox(value) !== undefined, 'must be an e-mail address, or a name and one in <…>')
    .optional(),
  MAIL_HOURLY_LIMIT: numeric(1, 1_000_000).optional(),
  NEWSLETTER_WEBHOOK_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,200}$/, 'must be 16 to 200 letters, digits, hyphens and underscores')
    .optional(),
}

export interface NewsletterEnv {
  /** Who keeps the subscribers. */
  newsletterProvider: NewsletterProvider
  /** How the portal's own letters and issues are sent; absent: not at all. */
  mail?: MailSettings
  /** Secret of `POST /ops/newsletter/…`; absent: no such endpoint. */
  newsletterWebhookToken?: string
}

export interface MailSettings {
  smtp: SmtpSettings
  from: Mailbox
  /** Transactional mails an hour, of all instances. */
  hourlyLimit: number
}

type Variables = { [V in keyof typeof newsletterVariables]?: z.output<(typeof newsletterVariables)[V]> | undefined }
type RawVariables = Readonly<Record<string, string | undefined>>

/** @param clearHosts of the operator's own network, where mail may go without TLS */
export function newsletterSettings(variables: Variables, clearHosts: readonly string[]): NewsletterEnv {
  const {
    SMTP_URL,
    MAIL_FROM,
    MAIL_HOURLY_LIMIT: hourlyLimit = HOURLY_LIMIT,
    NEWSLETTER_WEBHOOK_TOKEN: token,
  } = variables
  const smtp = SMTP_URL === undefined ? undefined : readSmtpUrl(SMTP_URL, clearHosts)
  const from = MAIL_FROM === undefined ? undefined : readMailbox(MAIL_FROM)
  return {
    newsletterProvider: providerOf(variables),
    ...(smtp && from && { mail: { smtp, from, hourlyLimit } }),
    ...(token !== undefined && { newsletterWebhookToken: token }),
  }
}

function providerOf(variables: Variables): NewsletterProvider {
  const { SARE_URL: url, SARE_UID: uid, SARE_API_KEY: apiKey } = variables
  if (url !== undefined && uid !== undefined && apiKey !== undefined) return { kind: 'sare', url, uid, apiKey }
  const { LISTMONK_URL, LISTMONK_USER: user, LISTMONK_TOKEN, LISTMONK_LISTS: lists } = variables
  if (LISTMONK_URL !== undefined && user !== undefined && LISTMONK_TOKEN !== undefined && lists !== undefined) {
    return { kind: 'listmonk', url: LISTMONK_URL, user, token: LISTMONK_TOKEN, lists }
  }
  const { MAILCHIMP_API_KEY: key, MAILCHIMP_LIST_ID: list } = variables
  return key !== undefined && list !== undefined ? { kind: 'mailchimp', key, list } : { kind: 'own' }
}

/** Variables that only work together. */
const GROUPS = [
  ['SARE_URL', 'SARE_UID', 'SARE_API_KEY'],
  ['LISTMONK_URL', 'LISTMONK_USER', 'LISTMONK_TOKEN', 'LISTMONK_LISTS'],
  ['MAILCHIMP_API_KEY', 'MAILCHIMP_LIST_ID'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const

/** A part of a group, and two ways to keep subscribers (NEWS-15, SMTP-1). */
export function newsletterProblems(raw: RawVariables): string[] {
  const isSet = (name: string): boolean => raw[name] !== undefined
  const incomplete = GROUPS.filter((names) => names.some(isSet) && !names.every(isSet)).map((names) => {
    const all = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
    return `${all} go together: only some of them are set`
  })
  const first = GROUPS.map(([name]) => name).filter(isSet)
  const several =
    first.length > 1
      ? [`${first.join(' and ')} are ${first.length} ways to keep subscribers and to mail them: keep one of them`]
      : []
  return [...incomplete, ...several]
}
