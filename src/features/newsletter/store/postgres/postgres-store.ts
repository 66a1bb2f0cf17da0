import type { PoolClient } from 'pg'
import type { DatabaseSettings } from '../../../../system/postgresql/connections.ts'
import { sharedConnections, within } from '../../../../system/postgresql/connections.ts'
import { createPostgresOperations } from '../../../../system/postgresql/operations.ts'
import { SubscribersError } from '../../subscribers.ts'
import type { Notify } from '../notice.ts'
import type { CallName, Calls } from '../operations/operations.ts'
import { effectOf, operationOf } from '../operations/operations.ts'
import type { SubscriberStore } from '../store.ts'
import { storeOver } from '../store.ts'
import { SCHEMA, TABLES } from './schema.ts'

export interface PostgresStore extends SubscriberStore {
  /** @throws {SubscribersError} */
  ready(): Promise<void>
  /** Rewrites the table without deleted bytes (SUB-13). */
  scrub(): Promise<void>
  server(): Promise<ServerFacts>
  connections(): { open: number; used: number }
}

export interface ServerFacts {
  version: string
  /** A power cut may take acknowledged changes. */
  notDurable: readonly string[]
  isEncrypted: boolean
}

interface PostgresStoreSettings {
  database: DatabaseSettings
  notify: Notify
  limit?: number
}

/** Limits a call with all attempts. */
const CALL_LIMIT_MS = 8000
const SCRUB_LIMIT_MS = 60_000

/** Instances share it (docs/decisions/061). */
export function createPostgresStore({ database, notify, limit = CALL_LIMIT_MS }: PostgresStoreSettings): PostgresStore {
  const connections = sharedConnections(database)
  const operations = createPostgresOperations({
    connections,
    tables: TABLES,
    limit,
    async onMigrated(client) {
      const { notDurable } = await factsOf(client)
      if (notDurable.length > 0) notify({ kind: 'not-durable', settings: notDurable })
    },
    errorOf: (reason, detail) => new SubscribersError(reason, detail),
  })
  const call = <N extends CallName>(name: N, ...args: Calls[N]['args']): Promise<Calls[N]['value']> =>
    operations.run(() => operationOf(name, args), effectOf(name) === 'read')

  return {
    ...storeOver(call, () => connections.close()),
    ready: operations.ready,
    server: () => operations.use((client, until) => within(factsOf(client), until)),
    scrub: () =>
      operations.use(async (client) => {
        const until = performance.now() + SCRUB_LIMIT_MS
        await within(client.query(`SET lock_timeout TO ${limit}`), until)
        await within(client.query(`VACUUM (FULL) ${SCHEMA}.subscribers`), until)
        await within(client.query('RESET lock_timeout'), until)
      }),
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
