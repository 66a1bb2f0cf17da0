import type { Card } from '../../content/card.ts'
import { lastChange } from '../../content/dates.ts'

export function newestDate(cards: readonly Card[]): string | undefined {
  const times = cards.flatMap((card) => lastChange(card)?.time ?? [])
  return times.reduce<(typeof times)[number] | undefined>(
    (latest, time) => (latest === undefined || time.epoch > latest.epoch ? time : latest),
    undefined,
  )?.iso
}

export function latestOf(dates: Iterable<string | undefined>): string | undefined {
  let latest: string | undefined
  for (const date of dates) {
    if (date !== undefined && (latest === undefined || Date.parse(date) > Date.parse(latest))) latest = date
  }
  return latest
}
