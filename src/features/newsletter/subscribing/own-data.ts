import type { Preferences } from '../store/records.ts'
import type { SubscriberStore } from '../store/store.ts'

/** All that is stored of a reader (GDPR, articles 15 and 20), as they download it (NEWS-23). */
export interface OwnData {
  email: string
  exportedAt: string
  /** Whether nothing more is sent to the address, after a bounce or a complaint. */
  isSuppressed: boolean
  subscriptions: Array<{
    service: string
    status: 'pending' | 'confirmed'
    createdAt: string
    confirmedAt: string | null
    group: number
  }>
}

export async function ownDataOf(
  store: Pick<SubscriberStore, 'isSuppressed'>,
  { email, rows }: Preferences,
  at: string,
): Promise<OwnData> {
  return {
    email,
    exportedAt: at,
    isSuppressed: await store.isSuppressed(email),
    // The holder of a token can act for the reader.
    subscriptions: rows.map(({ service, status, createdAt, confirmedAt, group }) => ({
      service,
      status,
      createdAt,
      confirmedAt: confirmedAt ?? null,
      group,
    })),
  }
}
