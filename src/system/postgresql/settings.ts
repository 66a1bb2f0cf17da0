import * as z from 'zod'
import { reachOf } from '../clear-text.ts'
import { defineSettings, destinationsOf } from '../settings/define-settings.ts'
import type { SettingRows } from '../settings/setting-row.ts'
import type { DatabaseSettings, TlsSettings } from './connections.ts'

const DEFAULT_PORT = 5432

const MODES: Record<string, Pick<TlsSettings, 'use' | 'checks'>> = {
  disable: { use: 'off', checks: 'nothing' },
  allow: { use: 'try', checks: 'nothing' },
  prefer: { use: 'try', checks: 'nothing' },
  require: { use: 'always', checks: 'nothing' },
  'verify-ca': { use: 'always', checks: 'chain' },
  'verify-full': { use: 'always', checks: 'name' },
}

/** Nothing crosses the internet in clear text, and this machine needs no TLS. */
const MODE_BY_REACH = { machine: 'disable', network: 'prefer', internet: 'require' } as const

/** Of libpq's parameters those of TLS count; poolers' and drivers' are ignored. */
export const databaseUrl = z.string().transform((value, context): DatabaseSettings => {
  const problem = (message: string): never => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const url = URL.parse(value)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol)) return problem('is not a postgres:// URL')
  const { searchParams: query } = url
  if (url.hostname === '') return problem('must name a host')
  if (query.has('password') || query.has('user')) return problem('must have user and password before the host')
  const parts = [url.hostname, url.username, url.password, url.pathname.slice(1)].map(decoded)
  const [host, user, password, database] = parts
  if (host === undefined || parts.includes(undefined)) return problem('has a broken percent-encoding')
  if (parts.some((part) => part?.includes('\0'))) return problem('has a NUL character')
  const mode = query.get('sslmode') ?? MODE_BY_REACH[host.startsWith('/') ? 'machine' : reachOf(host)]
  const tls = MODES[mode]
  if (!tls) return problem(`must have one of these as sslmode: ${Object.keys(MODES).join(', ')}`)
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(url.port || DEFAULT_PORT),
    user: user || undefined,
    password: password || undefined,
    database: database || undefined,
    tls: withFiles(tls, query),
  }
})

/** With own authorities `require` checks the chain, as in libpq. */
function withFiles(tls: Pick<TlsSettings, 'use' | 'checks'>, query: URLSearchParams): TlsSettings {
  const [rootFile, certificateFile, keyFile] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => query.get(name))
  // libpq's word for the system's.
  const hasRoot = rootFile && rootFile !== 'system'
  return {
    use: tls.use,
    checks: tls.use === 'always' && tls.checks === 'nothing' && hasRoot ? 'chain' : tls.checks,
    rootFile: hasRoot ? rootFile : undefined,
    certificateFile: certificateFile || undefined,
    keyFile: keyFile || undefined,
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const variables = { DATABASE_URL: databaseUrl.optional() }

export interface PostgresqlSettings {
  /** For subscribers, instead of a file, and search words. */
  database?: DatabaseSettings
}

export const postgresqlSettings = defineSettings({
  variables,
  settings: ({ DATABASE_URL: database }): PostgresqlSettings => ({ database }),
  destinations: (raw) => destinationsOf(raw, [['DATABASE_URL', 'DATABASE_URL']]),
})

export const postgresqlRows: SettingRows<typeof variables> = [
  {
    names: ['DATABASE_URL'],
    examples: { DATABASE_URL: 'postgres://user:password@host:5432/database?sslmode=verify-full' },
    meaning:
      "PostgreSQL of the portal's own subscribers in place of the file: for several machines, and where files do not last; `sslmode` as for libpq",
  },
]
