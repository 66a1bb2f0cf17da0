import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { DatabaseSettings } from '../../../../system/postgresql/connections.ts'
import { sharedConnections, within } from '../../../../system/postgresql/connections.ts'
import { SubscribersError } from '../../subscribers.ts'
import type { Notify } from '../notice.ts'
import type { CallName, Calls } from '../operations/operations.ts'
import { effectOf, operationOf } from '../operations/operations.ts'
import type { SubscriberStore } from '../store.ts'
import { storeOver } from '../store.ts'
import { migrate, SCHEMA } from './schema.ts'
import { failureOf, runInTransaction, UnknownOutcomeError } from './transaction.ts'

export interface PostgresStore extends SubscriberStore {
  /** Creates and migrates the tables. @throws {SubscribersError} */
  ready(): Promise<void>
  /** Rewrites the table without deleted bytes (SUB-13). */
  scrub(): Promise<void>
  server(): Promise<ServerFacts>
  connections(): { open: number; used: number }
}

export interface ServerFacts {
  version: string
  /** A power cut may take acknowledged changes under these settings. */
  notDurable: readonly string[]
  isEncrypted: boolean
}

interface PostgresStoreSettings {
  database: DatabaseSettings
  notify: Notify
  limit?: number
}

/** Limit of a call with all attempts. */
const CALL_LIMIT_MS = 8000
const MIGRATION_LIMIT_MS = 120_000
const SCRUB_LIMIT_MS = 60_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 800
const MAX_PENDING = 1000

/**
 * Instances share it (docs/decisions/061). A call that fails before its `COMMIT` is repeated until it is late; after
 * that its outcome is unknown.
 */
export function createPostgresStore({ database, notify, limit = CALL_LIMIT_MS }: PostgresStoreSettings): PostgresStore {
  const connections = sharedConnections(database)
  let pending = 0
  let awaySince: number | undefined
  let migrated: Promise<void> | undefined

  const prepared = (): Promise<void> => {
    const limitOfMigration = performance.now() + MIGRATION_LIMIT_MS
    migrated ??= connections
      .use(limitOfMigration, async (client) => {
        await within(migrate(client, MIGRATION_LIMIT_MS), limitOfMigration)
        const { notDurable } = await factsOf(client)
        if (notDurable.length > 0) notify({ kind: 'not-durable', settings: notDurable })
      })
      .catch((error: unknown) => {
        migrated = undefined
        throw error
      })
    return migrated
  }
  const repeated = async <T>(attempt: (until: number) => Promise<T>): Promise<T> => {
    if (pending >= MAX_PENDING) throw new SubscribersError('timeout', 'too many calls wait')
    pending += 1
    const until = performance.now() + limit
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        try {
          const value = await attempt(until)
          awaySince = undefined
          return value
        } catch (error) {
          const now = performance.now()
          const { kind, detail, lacksTables } = failureOf(error)
          if (error instanceof UnknownOutcomeError) {
            throw new SubscribersError('timeout', `whether it was written is unknown: ${detail}`)
          }
          // An emptied database gets its tables again.
          const isRepeatable = kind === 'passing' || (lacksTables && migrated !== undefined)
          if (lacksTables) migrated = undefined
          if (!isRepeatable) throw new SubscribersError('unusable', detail)
          awaySince ??= now
          if (now + pause > until || now - awaySince > limit) throw new SubscribersError('timeout', detail)
          await wait(pause)
        }
      }
    } finally {
      pending -= 1
    }
  }
  const call = <N extends CallName>(name: N, ...args: Calls[N]['args']): Promise<Calls[N]['value']> =>
    repeated(async (until) => {
      await within(prepared(), until)
      return connections.use(until, (client) =>
        runInTransaction(client, operationOf(name, args), { isRead: effectOf(name) === 'read', until }),
      )
    })

  return {
    ...storeOver(call, () => connections.close()),
    ready: () => repeated((until) => within(prepared(), until)),
    server: () => repeated((until) => connections.use(until, (client) => within(factsOf(client), until))),
    scrub: () =>
      repeated((untilTaken) =>
        connections.use(untilTaken, async (client) => {
          const until = performance.now() + SCRUB_LIMIT_MS
          await within(client.query(`SET lock_timeout TO ${limit}`), until)
          await within(client.query(`VACUUM (FULL) ${SCHEMA}.subscribers`), until)
          await within(client.query('RESET lock_timeout'), until)
        }),
      ),
    connections: () => connections.counts(),
  }
}

async function factsOf(client: PoolClient): Promise<ServerFacts> {
  const settings = ['fsync', 'full_page_writes']
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [[...settings, 'server_version']],
  )
  const settingOf = (name: string): string => rows.find((row) => row.name === name)?.setting ?? ''
  const { rows: tls } = await client.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
  return {
    version: settingOf('server_version'),
    notDurable: settings.filter((name) => settingOf(name) === 'off'),
    isEncrypted: tls[0]?.ssl === true,
  }
}
