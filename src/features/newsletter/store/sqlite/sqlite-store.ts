import { reasonOf } from '../../../../system/sql/sqlite.ts'
import type { Notify } from '../notice.ts'
import { type SubscriberStore, storeOver } from '../store.ts'
import { type FileThread, startFileThread } from './file-thread.ts'

export interface SqliteStoreSettings {
  file: string
  program: string
  notify: Notify
  now?: () => Date
}

/** In a thread (docs/decisions/007). A call rejects with a `SubscribersError` while the file is unusable. */
export function createSqliteStore({
  file,
  program,
  notify,
  now = () => new Date(),
}: SqliteStoreSettings): SubscriberStore {
  let thread: FileThread | undefined
  const running = (): FileThread => {
    if (thread) return thread
    const started = startFileThread({
      file,
      program,
      notify,
      onEnd: () => {
        if (thread === started) thread = undefined
      },
    })
    thread = started
    return started
  }
  return storeOver(
    (name, ...args) => running().call(name, args, now().toISOString()),
    async () => {
      const last = thread
      thread = undefined
      await last?.close()
    },
  )
}

/** The message has the remedy. */
class DriverError extends Error {
  override readonly name = 'DriverError'
}

/**
 * Fails the start where subscribers could not be stored later.
 * @throws {DriverError}
 */
export async function requireDriver(): Promise<void> {
  try {
    await import('@photostructure/sqlite')
  } catch (error) {
    const system = `${process.platform}-${process.arch}`
    throw new DriverError(
      `subscribers cannot be kept on this machine: SQLite's binary for ${system} is missing or cannot be loaded. Install ` +
        'the packages on this machine (npm ci), or build it with a C++ compiler and Python (npm rebuild ' +
        '@photostructure/sqlite), or keep them in PostgreSQL (DATABASE_URL), or leave ' +
        'them to a newsletter provider (SARE_URL, SARE_UID, SARE_API_KEY). ' +
        reasonOf(error),
    )
  }
}
