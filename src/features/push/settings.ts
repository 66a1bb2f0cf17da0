import * as z from 'zod'
import { defineSettings, type RawVariables } from '../../system/settings/define-settings.ts'
import { httpUrl, numeric } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const scriptVariables = { PUSH_SCRIPT_URL: httpUrl.optional() }

export interface PushSettings {
  pushScript?: string
}

export const pushSettings = defineSettings({
  variables: scriptVariables,
  settings: ({ PUSH_SCRIPT_URL: pushScript }): PushSettings => ({ ...(pushScript !== undefined && { pushScript }) }),
})

export const pushRows: SettingRows<typeof scriptVariables> = [
  { names: ['PUSH_SCRIPT_URL'], meaning: 'script of push notifications; not in AMP, which runs none' },
]

const key = (bytes: number, of: string) =>
  z
    .string()
    .refine(
      (value) => /^[A-Za-z0-9_-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes,
      `is not ${of} of VAPID (base64url)`,
    )
const hour = /^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/

const variables = {
  VAPID_PUBLIC_KEY: key(65, 'a public key').optional(),
  VAPID_PRIVATE_KEY: key(32, 'a private key').optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:… or an https URL')
    .optional(),
  PUSH_FILE: z.string().default('data/push.sqlite'),
  PUSH_RATE: numeric(1, 100_000).default(2000),
  PUSH_QUIET_HOURS: z
    .string()
    .refine((value) => value === 'off' || hour.test(value), 'must be two hours, such as 22-7, or off')
    .default('22-7'),
  PUSH_DAILY_HOUR: numeric(0, 23).default(18),
}

/** Absent: it is off (PUSH-1). */
export interface OwnPushSettings {
  ownPush?: {
    vapid: { publicKey: string; privateKey: string; subject: string }
    /** Relative to the project's folder, where no database is set. */
    file: string
    /** Messages a second. */
    rate: number
    /** From and to; absent: none is quiet. */
    quietHours?: { from: number; to: number }
    dailyHour: number
    ownHosts: readonly string[]
  }
}

export const ownPushSettings = defineSettings({
  variables,
  settings(
    {
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: subject,
      PUSH_FILE: file,
      PUSH_RATE: rate,
      PUSH_QUIET_HOURS: quiet,
      PUSH_DAILY_HOUR: dailyHour,
    },
    { clearTextHosts }: { clearTextHosts: readonly string[] },
  ): OwnPushSettings {
    if (publicKey === undefined || privateKey === undefined || subject === undefined) return {}
    const [, from, to] = hour.exec(quiet) ?? []
    const quietHours = from === undefined || from === to ? undefined : { from: Number(from), to: Number(to) }
    const vapid = { publicKey, privateKey, subject }
    return {
      ownPush: { vapid, file, rate, dailyHour, ownHosts: clearTextHosts, ...(quietHours && { quietHours }) },
    }
  },
  problems: vapidProblems,
})

/** Half of the pair would lose readers' subscriptions. */
function vapidProblems(raw: RawVariables): string[] {
  const names = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT']
  const isSet = (name: string): boolean => raw[name] !== undefined
  if (!names.some(isSet) || names.every(isSet)) return []
  return [`${names[0]}, ${names[1]} and ${names[2]} go together: only some of them are set`]
}

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
