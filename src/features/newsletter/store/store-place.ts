import type { DatabaseSettings } from '../../../system/postgresql/connections.ts'

export interface StorePlace {
  /** Absolute path of SQLite's file, which counts without a database. */
  file: string
  database?: DatabaseSettings
}
