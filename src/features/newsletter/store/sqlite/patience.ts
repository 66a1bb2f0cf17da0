import { setTimeout as wait } from 'node:timers/promises'
import type { Notify } from '../notice.ts'
import { isBusy } from './sqlite-error.ts'
import { openSubscriberFile, type SubscriberFile } from './subscriber-file.ts'

const BUSY_LIMIT_MS = 30_000
const TRY_MS = 1000
const PAUSE_MS = 50

/** Works on the file while portals use it: retries while it is busy, for longer than a request may wait. */
export async function withFile<T>(
  path: string,
  { at, notify }: { at: string; notify: Notify },
  work: (file: SubscriberFile) => T,
): Promise<T> {
  for (const until = performance.now() + BUSY_LIMIT_MS; ; ) {
    let file: SubscriberFile | undefined
    try {
      file = openSubscriberFile(path, { at, notify, timeout: TRY_MS })
      return work(file)
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await wait(PAUSE_MS)
    } finally {
      file?.close()
    }
  }
}
