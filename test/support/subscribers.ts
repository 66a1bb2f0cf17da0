import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSubscriberDatabase, type SubscriberDatabase } from '../../src/newsletter/database.ts'
import type { Notice } from '../../src/newsletter/notice.ts'
import { openSubscriberFile, type Subscriber } from '../../src/newsletter/subscriber-file.ts'
import { ROOT } from './root.ts'

/** The built program of the thread that owns the file. */
export const THREAD_PROGRAM = join(ROOT, 'dist/subscribers-thread.js')
const BUSY_MS = 5000

export interface TestSubscribers extends SubscriberDatabase {
  /** Notices for the operator so far. */
  notices: Notice[]
  /** Every row of the file, read directly. */
  all(status?: Subscriber['status']): Promise<Subscriber[]>
}

/** The embedded subscribers as in the portal, and access to the file's content. The build must exist. */
export function openSubscribers(file: string, now: () => Date = () => new Date()): TestSubscribers {
  const notices: Notice[] = []
  const notify = (notice: Notice): void => void notices.push(notice)
  return {
    ...createSubscriberDatabase({ file, program: THREAD_PROGRAM, notify, now }),
    notices,
    async all(status) {
      if (!existsSync(file)) return []
      const opened = openSubscriberFile(file, { at: now().toISOString(), notify, timeout: BUSY_MS })
      try {
        return opened.all(status)
      } finally {
        opened.close()
      }
    },
  }
}
