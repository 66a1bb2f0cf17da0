import * as z from 'zod'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpUrl, numeric } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const scriptVariables = { PUSH_SCRIPT_URL: httpUrl.optional() }

export interface PushSettings {
  pushScript?: string
}

export const pushSettings = defineSettings({
  variables: scriptVariables,
  settings: ({ PUSH_SCRIPT_URL: pushScript }): PushSettings => ({ pushScript }),
})

export const pushRows: SettingRows<typeof scriptVariables> = [
  { names: ['PUSH_SCRIPT_URL'], meaning: 'script of push notifications; not in AMP, which runs none' },
]

const key = (bytes: number) =>
  z.string().refine((value) => Buffer.from(value, 'base64url').length === bytes, 'is no key of VAPID (base64url)')

const variables = {
  VAPID_PUBLIC_KEY: key(65).optional(),
  VAPID_PRIVATE_KEY: key(32).optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@|https:\/\/)\S+$/, 'must be mailto:… or an https URL')
    .optional(),
  PUSH_FILE: z.string().default('data/push.sqlite'),
  PUSH_RATE: numeric(1, 100_000).default(2000),
  PUSH_QUIET_HOURS: z
    .string()
    .regex(/^(?:off|(?:[01]?\d|2[0-3])-(?:[01]?\d|2[0-3]))$/, 'must be two hours, such as 22-7, or off')
    .default('22-7'),
  PUSH_DAILY_HOUR: numeric(0, 23).default(18),
}

/** The portal's own web push; absent: it is off (PUSH-1). */
export interface OwnPushSettings {
  ownPush?: {
    vapid: { publicKey: string; privateKey: string; subject: string }
    /** SQLite file of subscriptions, relative to the project's folder, where no database is set. */
    file: string
    /** Messages a second. */
    rate: number
    /** Hours of a service's day, from and to: `22-7`, or `off`. */
    quietHours: string
    /** Hour of a service's day at which the newest of the day goes out. */
    dailyHour: number
    /** Hosts of push services in a network of the operator's own. */
    ownHosts: readonly string[]
  }
}

export const ownPushSettings = defineSettings({
  variables,
  settings(values, { clearTextHosts: ownHosts }: { clearTextHosts: readonly string[] }): OwnPushSettings {
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values
    if (!publicKey || !privateKey || !subject) return {}
    const { PUSH_FILE: file, PUSH_RATE: rate, PUSH_QUIET_HOURS: quietHours, PUSH_DAILY_HOUR: dailyHour } = values
    return { ownPush: { vapid: { publicKey, privateKey, subject }, file, rate, quietHours, dailyHour, ownHosts } }
  },
  // Readers' subscriptions are bound to the pair: half of it would lose them.
  problems(raw) {
    const names = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT']
    const missing = names.filter((name) => raw[name] === undefined)
    return missing.length % names.length === 0 ? [] : [`${names.join(', ')} go together`]
  },
})

export const ownPushRows: SettingRows<typeof variables> = [
  {
    names: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
    examples: { VAPID_SUBJECT: 'mailto:redakcja@gazeta.example' },
    meaning:
      "web push of the portal's own: the pair of keys that `npx web-push generate-vapid-keys` prints, and where operators of push services write to; absent: the portal has no push",
  },
  {
    names: ['PUSH_FILE'],
    meaning: 'SQLite file of push subscriptions, on a local disk that outlives releases; a database takes its place',
  },
  { names: ['PUSH_RATE'], meaning: 'push messages that all instances together send within a second, at most' },
  {
    names: ['PUSH_QUIET_HOURS'],
    meaning:
      "hours of a service's time zone in which push waits for the morning, coverages that readers follow excepted; `off`: none",
  },
  { names: ['PUSH_DAILY_HOUR'], meaning: "hour of a service's day at which the newest of the day goes out as a push" },
]
