import * as z from 'zod'
import { defineSettings, destinationsOf, type RawVariables } from '../settings/define-settings.ts'
import { storeUrl } from '../settings/forms.ts'
import type { SettingRows } from '../settings/setting-row.ts'
import type { StoreSettings } from './open-store.ts'
import type { RedisSettings } from './redis-connection.ts'

/** As in Redis' examples. */
const USUAL_MASTER = 'mymaster'

/** Several of a cluster or sentinels, separated by commas. */
const redisUrls = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .refine(
    (urls) => urls.every((url) => /^rediss?:$/.test(URL.parse(url)?.protocol ?? '')),
    'is not a redis:// or rediss:// URL',
  )
  .refine((urls) => urls.every((url) => !URL.parse(url)?.search), 'must carry no query')
  .refine(
    (urls) => urls.every((url) => /^\/?\d{0,4}$/.test(URL.parse(url)?.pathname ?? '')),
    'must have a number as its path',
  )
  .refine(
    (urls) => new Set(urls.map((url) => URL.parse(url)?.protocol)).size === 1,
    'must be all redis:// or all rediss://',
  )
  .refine((urls) => urls.slice(1).every((url) => !hasCredentials(url)), 'must have credentials in its first URL only')

const redisVariables = {
  REDIS_URL: redisUrls.optional(),
  REDIS_MODE: z.enum(['single', 'cluster', 'sentinel'], 'must be single, cluster or sentinel').default('single'),
  REDIS_TLS: z.enum(['verify', 'no-verify'], 'must be verify or no-verify').default('verify'),
  REDIS_CA_FILE: z.string().optional(),
  REDIS_MASTER_NAME: z.string().default(USUAL_MASTER),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
}

const restVariables = {
  KV_REST_API_URL: storeUrl.optional(),
  KV_REST_API_TOKEN: z
    .string()
    .regex(/^[!-~]+$/, 'must be characters without spaces')
    .optional(),
}

const variables = { ...redisVariables, ...restVariables }
type Variables = z.output<z.ZodObject<typeof variables>>

export interface SharedStoreSettings {
  /** Absent: a single instance. */
  store?: StoreSettings
}

export const storeSettings = defineSettings({
  variables,
  settings(variables): SharedStoreSettings {
    const { KV_REST_API_URL: url, KV_REST_API_TOKEN: token } = variables
    const store = redisOf(variables)
    if (store) return { store }
    return url === undefined || token === undefined ? {} : { store: { kind: 'rest', url, token } }
  },
  problems(raw) {
    const problems: string[] = []
    if ((raw.KV_REST_API_URL === undefined) !== (raw.KV_REST_API_TOKEN === undefined)) {
      problems.push('KV_REST_API_URL and KV_REST_API_TOKEN go together: only one of them is set')
    }
    if (raw.REDIS_URL !== undefined && raw.KV_REST_API_URL !== undefined) {
      problems.push('REDIS_URL and KV_REST_API_URL are two ways to one store: both of them are set')
    }
    return [...problems, ...redisProblems(raw)]
  },
  secrets: ({ REDIS_URL = '' }) =>
    REDIS_URL.split(',').flatMap((url) => {
      const password = URL.parse(url.trim())?.password
      return password ? [password, decoded(password)] : []
    }),
  destinations(raw) {
    const [first = ''] = raw.REDIS_URL?.split(',') ?? []
    // The first password is for all.
    return URL.parse(first)?.password ? destinationsOf(raw, [['REDIS_URL', 'REDIS_URL']]) : []
  },
})

function redisOf(variables: Variables): RedisSettings | undefined {
  const { REDIS_URL: urls, REDIS_CA_FILE: rootFile, REDIS_SENTINEL_PASSWORD: password } = variables
  if (urls === undefined) return undefined
  return {
    kind: 'redis',
    mode: variables.REDIS_MODE,
    urls,
    tls: { isVerified: variables.REDIS_TLS === 'verify', rootFile },
    sentinel: { name: variables.REDIS_MASTER_NAME, password },
  }
}

function redisProblems(raw: RawVariables): string[] {
  const { REDIS_URL: url, REDIS_MODE: mode = 'single', REDIS_CA_FILE: file, REDIS_TLS: tls } = raw
  const problems: string[] = []
  if (url === undefined) return problems
  const isSecure = url.startsWith('rediss:')
  if (mode === 'single' && url.includes(',')) {
    problems.push('REDIS_URL has several URLs: REDIS_MODE must be cluster or sentinel')
  }
  if (mode === 'cluster' && /^rediss?:\/\/[^,]*\/[1-9]/.test(url)) {
    problems.push('REDIS_URL names a database: a cluster has the one without a number only')
  }
  if (!isSecure && file !== undefined) problems.push('REDIS_CA_FILE is for rediss:// in REDIS_URL')
  if (!isSecure && tls === 'no-verify') problems.push('REDIS_TLS=no-verify is for rediss:// in REDIS_URL')
  if (file !== undefined && tls === 'no-verify') {
    problems.push('REDIS_CA_FILE and REDIS_TLS=no-verify exclude each other: both of them are set')
  }
  return problems
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const redisRows: SettingRows<typeof redisVariables> = [
  {
    names: ['REDIS_URL', 'REDIS_MODE'],
    examples: { REDIS_URL: 'redis://localhost:6379' },
    meaning:
      'Redis that instances on several machines share (`redis://` or `rediss://`); with `cluster` or `sentinel` several URLs, separated by commas, the first with credentials',
  },
  {
    names: ['REDIS_TLS', 'REDIS_CA_FILE'],
    meaning:
      "with `rediss://`: `no-verify` takes any certificate; the file (PEM) has authorities in place of the system's",
  },
  {
    names: ['REDIS_MASTER_NAME', 'REDIS_SENTINEL_PASSWORD'],
    meaning: 'with `sentinel`: what sentinels call the master, and their own password',
  },
]

export const restRows: SettingRows<typeof restVariables> = [
  {
    names: ['KV_REST_API_URL', 'KV_REST_API_TOKEN'],
    meaning: 'the shared store by its REST protocol, over https; one of the two ways, not both',
  },
]
