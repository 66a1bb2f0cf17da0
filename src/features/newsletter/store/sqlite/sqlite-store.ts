import type { Notify } from '../notice.ts'
import type { SubscriberStore } from '../store.ts'
import { storeOver } from '../store.ts'
import { type FileThread, startFileThread } from './file-thread.ts'

export interface SqliteStoreSettings {
  file: string
  /** The built program of the thread. */
  program: string
  notify: Notify
  now?: () => Date
}

/**
 * A file of SQLite (docs/decisions/007), which the first call opens in a thread of its own. A call rejects with a
 * `SubscribersError` while the file is unusable, and the next one tries again.
 */
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
