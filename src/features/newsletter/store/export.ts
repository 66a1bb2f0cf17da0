import { existsSync } from 'node:fs'
import type { Notify } from './notice.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import type { Subscriber, SubscriberStatus } from './records.ts'
import { withFile } from './sqlite/patience.ts'
import type { StorePlace } from './store-place.ts'
import { tokenEnd } from './times.ts'

interface ExportSettings {
  status?: SubscriberStatus
  at: string
  notify: Notify
}

/**
 * The subscribers, for the publisher. The confirmation links go into mail now, so they get a whole new term (SUB-9);
 * addresses that waited too long have none and are left out. Without a file the result is empty, and no file is
 * created.
 */
export async function exportedSubscribers(
  { file, database }: StorePlace,
  { status, at, notify }: ExportSettings,
): Promise<readonly Subscriber[]> {
  const isExported = (row: Subscriber): boolean => row.status === 'confirmed' || row.tokenExpiresAt >= tokenEnd(at)
  if (database) {
    const store = createPostgresStore({ database, notify })
    try {
      if (status !== 'confirmed') await store.renewTokens(at)
      return (await store.all(status)).filter(isExported)
    } finally {
      await store.close()
    }
  }
  if (!existsSync(file)) return []
  return withFile(file, { at, notify }, (opened) => {
    if (status !== 'confirmed') opened.call('renewTokens', at)
    return opened.call('all', status).filter(isExported)
  })
}
