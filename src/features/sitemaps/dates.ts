import type { Card } from '../../content/card.ts'
import { lastChange } from '../../content/dates.ts'

/** `2026-04` of the site's time. A card without a date has its neighbour's. */
export function monthOfCard(cards: readonly Card[], card: Card): string | undefined {
  const at = cards.indexOf(card)
  const dated =
    cards.slice(0, at + 1).findLast(({ published }) => published) ?? cards.find(({ published }) => published)
  return dated?.published?.time.iso.slice(0, 'yyyy-mm'.length)
}

export function newerThan(cards: readonly Card[], month: string): number {
  let current = cards.find(({ published }) => published)?.published?.time.iso ?? ''
  let count = 0
  for (const { published } of cards) {
    current = published?.time.iso ?? current
    if (current.slice(0, 'yyyy-mm'.length) >= month) count += 1
  }
  return count
}

/** `2027-01` for `2026-12`. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 'yyyy-mm'.length)
}

export function createSightings(max: number) {
  let seen: Array<{ place: number; at: number }> = []
  return {
    add(place: number, at: number): void {
      if (seen.length >= max) seen = []
      seen.push({ place, at })
    },
    /** A guess, as if articles came evenly between the dates around it. */
    placeOf(at: number): number | undefined {
      let [older, newer]: Array<{ place: number; at: number } | undefined> = []
      for (const one of seen) {
        if (one.at < at && (older === undefined || one.at > older.at)) older = one
        if (one.at >= at && (newer === undefined || one.at < newer.at)) newer = one
      }
      if (!older || !newer || newer.place <= older.place) return undefined
      const share = (at - older.at) / (newer.at - older.at)
      return Math.round(older.place + share * (newer.place - older.place))
    },
  }
}

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
