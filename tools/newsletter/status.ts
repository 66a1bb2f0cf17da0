import type { DeliveryCounts } from '../../src/features/newsletter/store/records.ts'
import type { SubscriberStore } from '../../src/features/newsletter/store/store.ts'
import type { Service } from '../../src/services/service.ts'

const LISTED = 10

export async function statusText(store: SubscriberStore, { name }: Service): Promise<string> {
  const issues = await store.issues(name, LISTED)
  const lines = await Promise.all(
    issues.map(async ({ id, state, subject }) => {
      const counts = await store.deliveryCounts(id)
      return `${id}  ${state.padEnd(7)}  ${countsText(counts)}\n    ${subject}\n`
    }),
  )
  const recipients = await store.recipientCount(name)
  return `${name}: ${recipients} confirmed subscribers\n${lines.join('') || 'no issue yet\n'}`
}

/** `9900 sent, 100 refused`; `0 sent` where there is nothing else. */
export function countsText(counts: DeliveryCounts): string {
  const names: Record<keyof DeliveryCounts, string> = {
    sent: 'sent',
    refused: 'refused',
    deferred: 'deferred',
    waiting: 'waiting',
    'handed-over': 'without a reply',
    withdrawn: 'withdrawn',
  }
  const parts = (Object.keys(names) as Array<keyof DeliveryCounts>).flatMap((state) =>
    counts[state] > 0 || state === 'sent' ? [`${counts[state]} ${names[state]}`] : [],
  )
  return parts.join(', ')
}
