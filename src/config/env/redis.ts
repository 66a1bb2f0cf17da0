import * as z from 'zod'
import type { RedisSettings } from '../../system/store/redis-connection.ts'

/** Redis' own name for a master in its examples. */
const USUAL_MASTER = 'mymaster'

/** One URL, or several of a cluster or of sentinels, separated by commas. */
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

/** Variables of a Redis that instances share. */
export const redisVariables = {
  REDIS_URL: redisUrls.optional(),
  REDIS_MODE: z.enum(['single', 'cluster', 'sentinel'], 'must be single, cluster or sentinel').default('single'),
  REDIS_TLS: z.enum(['verify', 'no-verify'], 'must be verify or no-verify').default('verify'),
  REDIS_CA_FILE: z.string().optional(),
  REDIS_MASTER_NAME: z.string().default(USUAL_MASTER),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
}

const redisSchema = z.object(redisVariables)

export function redisSettings(variables: z.output<typeof redisSchema>): RedisSettings | undefined {
  const { REDIS_URL: urls, REDIS_CA_FILE: rootFile, REDIS_SENTINEL_PASSWORD: password } = variables
  if (urls === undefined) return undefined
  return {
    kind: 'redis',
    mode: variables.REDIS_MODE,
    urls,
    tls: { isVerified: variables.REDIS_TLS === 'verify', ...(rootFile !== undefined && { rootFile }) },
    sentinel: { name: variables.REDIS_MASTER_NAME, ...(password !== undefined && { password }) },
  }
}

/** Rules between the settings of Redis. Reads the raw variables. */
export function redisProblems(raw: NodeJS.ProcessEnv): string[] {
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

/** Secrets in a list of URLs, which is no URL itself. */
export function redisSecrets({ REDIS_URL = '' }: NodeJS.ProcessEnv): string[] {
  return REDIS_URL.split(',').flatMap((url) => {
    const password = URL.parse(url.trim())?.password
    return password ? [password, decoded(password)] : []
  })
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
