import { existsSync } from 'node:fs'
import type { Notify } from './notice.ts'
import { withFile } from './patience.ts'
import { tokenEnd } from './schema.ts'
import type { Subscriber } from './subscriber-file.ts'

interface ExportSettings {
  /** Absent: all. */
  status?: Subscriber['status']
  at: string
  notify: Notify
}

/**
 * The subscribers, for the publisher. The addresses that confirm them go into mail now, so they are good for a whole term
 * from now (SUB-9); those that are not, of who has waited too long, are left out. Where there is no file there is nobody,
 * and none is made.
 */
export async function exportedSubscribers(
  path: string,
  { status, at, notify }: ExportSettings,
): Promise<readonly Subscriber[]> {
  if (!existsSync(path)) return []
  return withFile(path, { at, notify }, (file) => {
    if (status !== 'confirmed') file.renewTokens(at)
    return file.all(status).filter((row) => row.status === 'confirmed' || row.tokenExpiresAt >= tokenEnd(at))
  })
}
