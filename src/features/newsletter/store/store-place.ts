import type { DatabaseSettings } from '../../../system/postgresql/settings.ts'

/** Where subscribers are: in the database where one is set, else in the file. */
export interface StorePlace {
  /** Absolute path of SQLite's file. */
  file: string
  database?: DatabaseSettings
}
