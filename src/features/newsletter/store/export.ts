import { existsSync } from 'node:fs'
import { confirmPath } from '../../../content/newsletter-paths.ts'
import { serviceNameOf } from '../../../services/newsletters.ts'
import { findService } from '../../../services/registry.ts'
import type { Services } from '../../../services/service.ts'
import { tokenEnd } from './digest.ts'
import type { Notify } from './notice.ts'
import type { StorePlace } from './open-store.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import type { Subscriber, SubscriberStatus } from './records.ts'
import { withFile } from './sqlite/subscriber-file.ts'

interface ExportSettings {
  status?: SubscriberStatus
  at: string
  notify: Notify
}

/** Confirmation links get a new term, as they go into mail now (SUB-9). */
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

const COLUMNS = [
  'email',
  'service',
  'group',
  'status',
  'created_at',
  'confirmed_at',
  'confirm_url',
  'confirm_until',
  'proof',
]

/** CSV (RFC 4180). */
export function csvOf(subscribers: readonly Subscriber[], services: Services): string {
  const rows = subscribers.map((subscriber) => [
    subscriber.email,
    subscriber.service,
    String(subscriber.group),
    subscriber.status,
    subscriber.createdAt,
    subscriber.confirmedAt ?? '',
    subscriber.status === 'pending' ? confirmUrl(subscriber, services) : '',
    subscriber.status === 'pending' ? subscriber.tokenExpiresAt : '',
    subscriber.proof ?? '',
  ])
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function confirmUrl({ service, token }: Subscriber, services: Services): string {
  return `${findService(services, serviceNameOf(service))?.serviceUrl ?? ''}${confirmPath(token)}`
}

/** A spreadsheet would read a formula. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
