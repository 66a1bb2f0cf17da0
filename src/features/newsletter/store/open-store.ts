import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DatabaseSettings } from '../../../system/postgresql/connections.ts'
import type { PostgresqlSettings } from '../../../system/postgresql/settings.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { Notify } from './notice.ts'
import { createSqliteStore, requireDriver } from './sqlite/sqlite-store.ts'
import type { SubscriberStore } from './store.ts'

export interface StorePlace {
  file: string
  database?: DatabaseSettings
}

interface StoreSettings extends StorePlace {
  program: string
  notify: Notify
}

export interface OpenStore {
  store: SubscriberStore
  retention: { isThere(): boolean; open(): SubscriberStore }
}

/**
 * A database that cannot be reached is reported, and tried again by each call (SUB-16).
 * @throws where the machine lacks the driver of the file
 */
export async function openStore({ file, database, program, notify }: StoreSettings): Promise<OpenStore> {
  if (!database) {
    await requireDriver()
    const open = (): SubscriberStore => createSqliteStore({ file, program, notify })
    return { store: open(), retention: { isThere: () => existsSync(file), open } }
  }
  if (existsSync(file)) notify({ kind: 'unused-file', file })
  const { createPostgresStore } = await import('./postgres/postgres-store.ts')
  const store = createPostgresStore({ database, notify })
  void store.ready().catch((error: unknown) => notify({ kind: 'unreachable', problem: String(error) }))
  return { store, retention: { isThere: () => true, open: () => ({ ...store, close: async () => {} }) } }
}

export function storePlaceOf(
  { subscribersFile, database }: Pick<NewsletterSettings, 'subscribersFile'> & PostgresqlSettings,
  root: string,
): StorePlace {
  return { file: resolve(root, subscribersFile), database }
}
