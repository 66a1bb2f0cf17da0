import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ownSubscribers } from '../../src/features/newsletter/providers/own.ts'
import type { Notice } from '../../src/features/newsletter/store/notice.ts'
import type { Forgotten, Subscriber } from '../../src/features/newsletter/store/records.ts'
import { createSqliteStore } from '../../src/features/newsletter/store/sqlite/sqlite-store.ts'
import { openSubscriberFile } from '../../src/features/newsletter/store/sqlite/subscriber-file.ts'
import type { SubscriberStore } from '../../src/features/newsletter/store/store.ts'
import type { ConfirmingSubscribers } from '../../src/features/newsletter/subscribers.ts'
import { ROOT } from './root.ts'

/** The built program of the thread that owns the file. */
export const THREAD_PROGRAM = join(ROOT, 'dist/subscribers-thread.js')
const BUSY_MS = 5000

export interface TestSubscribers extends ConfirmingSubscribers {
  store: SubscriberStore
  forget(): Promise<Forgotten>
  close(): Promise<void>
  /** Notices for the operator so far. */
  notices: Notice[]
  /** Every row of the file, read directly. */
  all(status?: Subscriber['status']): Promise<Subscriber[]>
}

/** The embedded subscribers as in the portal, and access to the file's content. The build must exist. */
export function openSubscribers(file: string, now: () => Date = () => new Date()): TestSubscribers {
  const notices: Notice[] = []
  const notify = (notice: Notice): void => void notices.push(notice)
  const store = createSqliteStore({ file, program: THREAD_PROGRAM, notify, now })
  return {
    ...ownSubscribers(store, { mails: false, now }),
    store,
    forget: () => store.forget(now().toISOString()),
    close: () => store.close(),
    notices,
    async all(status) {
      if (!existsSync(file)) return []
      const opened = openSubscriberFile(file, { at: now().toISOString(), notify, timeout: BUSY_MS })
      try {
        return opened.call('all', status)
      } finally {
        opened.close()
      }
    },
  }
}
