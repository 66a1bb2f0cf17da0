import type { Card } from '../../content/card.ts'
import { lastChange } from '../../content/dates.ts'
import type { ContentRepository } from '../../content/repository.ts'
import type { ListMonth, ListName } from '../../services/list-kind.ts'
import { monthAfter, monthOfCard, newerThan } from './dates.ts'
import { createPagedList, type PagedList, type Range } from './paged-list.ts'

/** A month's places lie between two edges, which few calls find (MAP-16). */
export interface Places {
  months(reader: ContentRepository): Promise<ListMonth[]>
  rangeOf(reader: ContentRepository, month: string): Promise<Range>
  cards(reader: ContentRepository, range: Range): AsyncGenerator<Card, void>
}

interface KnownMonth extends ListMonth {
  from: number
}

const UNDATED = '1970-01'
/** The last of these months has what is older than two centuries. */
const MAX_MONTHS = 2400
const MAX_CALLS = 20_000

export function createPlaces(name: ListName): Places {
  const list = createPagedList(name)
  let known: KnownMonth[] | undefined
  return {
    async months(reader) {
      known = await monthsIn(list, reader, known)
      return known.map(({ from: _, ...month }) => month)
    },
    async rangeOf(reader, month) {
      const { cards } = await list.begin(reader)
      const total = list.total()
      const at = known?.findIndex((one) => one.month === month) ?? -1
      const one = known?.[at]
      const next = known?.[at - 1]
      if (one && next) return { from: one.from, to: next.from }
      if (known?.some((other) => other.month > month) && !one) return { from: 0, to: 0 }
      const isNewest = month === UNDATED || cards.some((card) => monthOfCard(cards, card) === month)
      const from = one?.from ?? (await list.edgeOf(reader, month))
      const to = newerThan(cards, monthAfter(month)) === 0 ? total : await list.edgeOf(reader, monthAfter(month))
      return isNewest || from < to ? { from, to: Math.max(from, to) } : { from: 0, to: 0 }
    },
    cards: (reader, range) => list.cards(reader, range),
  }
}

async function monthsIn(list: PagedList, reader: ContentRepository, known?: KnownMonth[]): Promise<KnownMonth[]> {
  await list.begin(reader)
  const before = new Map(known?.map((one) => [one.month, one]))
  const months: KnownMonth[] = []
  let end = list.total()
  while (end > 0 && months.length < MAX_MONTHS && list.calls() < MAX_CALLS) {
    const { cards, top } = await list.pageAt(reader, end)
    const newest = cards[top - end] ?? cards.at(-1)
    if (!newest) return months
    const month = monthOfCard(cards, newest)
    if (month === undefined) break
    const was = before.get(month)
    const from = Math.min(end - 1, await list.edgeOf(reader, month, was?.from))
    const modified = lastChange(newest)?.time.iso
    months.push({ month, from, count: end - from, modified })
    end = from
    // Older months are where they were.
    if (known && was?.from === from) return [...months, ...known.filter((one) => one.month < month)]
  }
  const last = months.at(-1)
  if (end > 0 && last) {
    last.count += end
    last.from = 0
  }
  return last || list.total() === 0 ? months : [{ month: UNDATED, from: 0, count: list.total() }]
}
