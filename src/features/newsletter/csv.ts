import { confirmPath } from '../../content/newsletter-paths.ts'
import { findService } from '../../services/registry.ts'
import type { Services } from '../../services/service.ts'
import type { Subscriber } from './store/records.ts'

const COLUMNS = ['email', 'service', 'group', 'status', 'created_at', 'confirmed_at', 'confirm_url', 'confirm_until']

/** Subscribers as CSV (RFC 4180): a header line, lines ended by CRLF. */
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
  ])
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function confirmUrl({ service, token }: Subscriber, services: Services): string {
  return `${findService(services, service)?.serviceUrl ?? ''}${confirmPath(token)}`
}

/** Quotes a cell; prefixes an apostrophe where a spreadsheet would read a formula. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
