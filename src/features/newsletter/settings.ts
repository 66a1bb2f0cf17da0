import { dirname } from 'node:path'
import * as z from 'zod'
import type { Mailbox } from '../../mail/message.ts'
import { readMailbox, readSmtpUrl, type SmtpSettings } from '../../mail/smtp-url.ts'
import type { ServiceName, Services } from '../../services/service.ts'
import { defineSettings, destinationsOf, type RawVariables } from '../../system/settings/define-settings.ts'
import { httpUrl, numeric } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'
import type { NewsletterProvider } from './providers/provider.ts'

/** Visible ASCII without blanks, for a header. */
const secret = (most: number) => z.string().regex(new RegExp(`^[!-~]{1,${most}}$`), 'must be characters without spaces')

/** Relative to the project's folder. */
const DEFAULT_FILE = 'data/subscribers.sqlite'

const variables = {
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
  MAIL_HOURLY_LIMIT: numeric(1, 1_000_000).default(1000),
  NEWSLETTER_WEBHOOK_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,200}$/, 'must be 16 to 200 letters, digits, hyphens and underscores')
    .optional(),
  SUBSCRIBERS_FILE: z.string().default(DEFAULT_FILE),
}

const backupVariables = { BACKUP_FILE: z.string().optional() }

export interface NewsletterSettings {
  newsletterProvider: NewsletterProvider
  /** Absent: the portal sends none. */
  mail?: MailSettings
  /** Absent: there is no `POST /ops/newsletter/…`. */
  newsletterWebhookToken?: string
  /** Relative to the project's folder. */
  subscribersFile: string
  /** Each successful backup writes it. Relative to the project's folder. */
  backupFile?: string
}

export interface MailSettings {
  smtp: SmtpSettings
  from: Mailbox
  /** All instances share it. */
  hourlyLimit: number
}

type Variables = z.output<z.ZodObject<typeof variables>>

export const newsletterSettings = defineSettings({
  variables: { ...variables, ...backupVariables },
  settings(
    variables,
    // Mail to these may go without TLS.
    { clearTextHosts }: { clearTextHosts: readonly string[] },
  ): NewsletterSettings {
    const { SMTP_URL, MAIL_FROM, MAIL_HOURLY_LIMIT: hourlyLimit, NEWSLETTER_WEBHOOK_TOKEN: token } = variables
    const { SUBSCRIBERS_FILE: subscribersFile, BACKUP_FILE: backupFile } = variables
    const smtp = SMTP_URL === undefined ? undefined : readSmtpUrl(SMTP_URL, clearTextHosts)
    const from = MAIL_FROM === undefined ? undefined : readMailbox(MAIL_FROM)
    return {
      newsletterProvider: providerOf(variables),
      mail: smtp && from && { smtp, from, hourlyLimit },
      newsletterWebhookToken: token,
      subscribersFile,
      backupFile,
    }
  },
  problems: newsletterProblems,
  destinations: (raw) =>
    destinationsOf(raw, [
      ['SARE_API_KEY', 'SARE_URL'],
      ['LISTMONK_TOKEN', 'LISTMONK_URL'],
    ]),
})

/** The folder is relative to the project's. */
export function stateFolder({ SUBSCRIBERS_FILE }: RawVariables): string {
  return dirname(SUBSCRIBERS_FILE || DEFAULT_FILE)
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

/** A provider keeps one list for all. */
export function withoutFurther(services: Services): { services: Services; unusedNewsletters: ServiceName[] } {
  const entries = Object.entries(services).map(([name, service]) => {
    const { newsletter } = service
    return [
      name,
      newsletter?.further ? { ...service, newsletter: { ...newsletter, further: undefined } } : service,
    ] as const
  })
  return {
    services: Object.fromEntries(entries),
    unusedNewsletters: entries.flatMap(([name, service]) => (service === services[name] ? [] : [name])),
  }
}

const GROUPS = [
  ['SARE_URL', 'SARE_UID', 'SARE_API_KEY'],
  ['LISTMONK_URL', 'LISTMONK_USER', 'LISTMONK_TOKEN', 'LISTMONK_LISTS'],
  ['MAILCHIMP_API_KEY', 'MAILCHIMP_LIST_ID'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const

/** Finds parts of a group, and two ways to keep subscribers (NEWS-15, SMTP-1). */
function newsletterProblems(raw: RawVariables): string[] {
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

export const newsletterRows: SettingRows<typeof variables> = [
  {
    names: ['SARE_URL', 'SARE_UID', 'SARE_API_KEY'],
    meaning: 'newsletter provider; absent: subscribers are stored in the database or the file below',
  },
  {
    names: ['LISTMONK_URL', 'LISTMONK_USER', 'LISTMONK_TOKEN', 'LISTMONK_LISTS'],
    examples: { LISTMONK_LISTS: '1, 2' },
    meaning:
      'listmonk as the provider: a user of its API, and the numbers of the lists that readers join, comma-separated',
  },
  {
    names: ['MAILCHIMP_API_KEY', 'MAILCHIMP_LIST_ID'],
    meaning: 'Mailchimp as the provider: key with its data centre (`…-us6`), and the audience',
  },
  {
    names: ['SMTP_URL', 'MAIL_FROM'],
    examples: {
      SMTP_URL: 'smtps://user:password@mail.gazeta.example:465',
      MAIL_FROM: 'Gazeta <newsletter@gazeta.example>',
    },
    meaning:
      "mail server of the portal's own newsletter: `smtp://` (STARTTLS) or `smtps://user:password@host:port`, and the sender, `name <e-mail>`; absent: nothing is sent",
  },
  {
    names: ['MAIL_HOURLY_LIMIT'],
    meaning:
      'letters of the newsletter (to confirm, welcome) that all instances together send within an hour; others wait',
  },
  {
    names: ['NEWSLETTER_WEBHOOK_TOKEN'],
    meaning:
      'secret of `POST /ops/newsletter/{service}`, at least 16 characters, which takes bounces and complaints from the mail service; absent: no such endpoint',
  },
  {
    names: ['SUBSCRIBERS_FILE'],
    meaning: "SQLite file of the portal's own subscribers, on a local disk that outlives releases",
  },
]

export const backupRows: SettingRows<typeof backupVariables> = [
  {
    names: ['BACKUP_FILE'],
    meaning: 'file that each backup of the subscribers writes; its age is a figure, with an alarm after 26 hours',
  },
]
