import { existsSync } from 'node:fs'
import type { Notify } from './notice.ts'
import { withFile } from './sqlite/patience.ts'
import type { Subscriber } from './store.ts'
import { tokenEnd } from './times.ts'

interface ExportSettings {
  /** Absent: all. */
  status?: Subscriber['status']
  at: string
  notify: Notify
}

/**
 * The subscribers, for the publisher. The confirmation links go into mail now, so they get a whole new term (SUB-9);
 * addresses that waited too long have none and are left out. Without a file the result is empty, and no file is
 * created.
 */
export async function exportedSubscribers(
  path: string,
  { status, at, notify }: ExportSettings,
): Promise<readonly Subscriber[]> {
  if (!existsSync(path)) return []
  return withFile(path, { at, notify }, (file) => {
    if (status !== 'confirmed') file.call('renewTokens', at)
    return file.call('all', status).filter((row) => row.status === 'confirmed' || row.tokenExpiresAt >= tokenEnd(at))
  })
}
