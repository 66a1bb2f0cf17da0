import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Notify } from './notice.ts'
import { isBusy } from './sqlite-error.ts'
import { openSubscriberFile, type Subscriber, type SubscriberFile } from './subscriber-file.ts'

interface ExportSettings {
  /** Absent: all. */
  status?: Subscriber['status']
  at: string
  notify: Notify
}

/** A command may wait longer than a reader. Milliseconds. */
const BUSY_LIMIT_MS = 30_000
const TRY_MS = 1000
const PAUSE_MS = 50

/**
 * The subscribers, for the publisher. The addresses that confirm them go into mail now, so they are good for a whole term
 * from now (SUB-9). Where there is no file there is nobody, and none is made.
 */
export async function exportedSubscribers(
  path: string,
  { status, at, notify }: ExportSettings,
): Promise<readonly Subscriber[]> {
  if (!existsSync(path)) return []
  for (const until = performance.now() + BUSY_LIMIT_MS; ; ) {
    let file: SubscriberFile | undefined
    try {
      file = openSubscriberFile(path, { at, notify, wait: TRY_MS })
      if (status !== 'confirmed') file.renewTokens(at)
      return file.all(status)
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await wait(PAUSE_MS)
    } finally {
      file?.close()
    }
  }
}
