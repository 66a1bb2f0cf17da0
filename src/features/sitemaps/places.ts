import { type Archive, cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import { lastChange } from '../../content/dates.ts'
import type { ContentRepository } from '../../content/repository.ts'
import type { ListMonth, ListName } from '../../services/list-kind.ts'
import { createSightings, monthAfter, monthOfCard, newerThan } from './dates.ts'

export interface Range {
  from: number
  to: number
}

/**
 * The months of a list that is read page by page. A place counts from the end of the list, so that no later article
 * changes it; a month has the places between two edges, which few calls find (MAP-16).
 */
export interface Places {
  months(reader: ContentRepository): Promise<ListMonth[]>
  rangeOf(reader: ContentRepository, month: string): Promise<Range>
  /** Newest first. */
  cards(reader: ContentRepository, range: Range): AsyncGenerator<Card, void>
}

interface PlacedPage {
  top: number
  length: number
  cards: Card[]
}

interface KnownMonth extends ListMonth {
  from: number
}

const UNDATED = '1970-01'
/** What is older than two centuries belongs to the last of these months. */
const MAX_MONTHS = 2400
const MAX_CALLS = 20_000
const MAX_CALLS_PER_EDGE = 64
const MAX_RECENT = 4
const MAX_SIGHTINGS = 4000
/** Every third guess is the middle: dates that mislead cost a few calls, not one for each page. */
const MIDDLE_EACH = 3

export function createPlaces({ kind, slug }: ListName): Places {
  let known: KnownMonth[] | undefined
  let size = { total: 0, perPage: 1 }
  let recent: PlacedPage[] = []
  let calls = 0
  const sightings = createSightings(MAX_SIGHTINGS)

  const placed = (reader: ContentRepository, archive: Archive, number: number): PlacedPage => {
    const perPage = reader.bulkSize ?? archive.perPage
    size = { total: archive.total, perPage }
    const top = Math.max(0, archive.total - (number - 1) * perPage)
    const cards = cardsIn(archive)
    for (const [index, { published }] of cards.entries()) {
      if (published && (index === 0 || index === cards.length - 1)) sightings.add(top - index, published.time.epoch)
    }
    return { top, length: Math.min(perPage, top), cards }
  }
  const read = async (reader: ContentRepository, number: number): Promise<PlacedPage> => {
    calls += 1
    const page = await reader.pages(kind, slug, number).next()
    const top = Math.max(0, size.total - (number - 1) * size.perPage)
    // A page that the list claims to have and lacks is as old as its end.
    const one = page.done ? { top, length: Math.min(size.perPage, top), cards: [] } : placed(reader, page.value, number)
    recent = [one, ...recent].slice(0, MAX_RECENT)
    return one
  }
  const numberOf = (place: number): number => Math.max(1, Math.floor((size.total - place) / size.perPage) + 1)
  const pageAt = async (reader: ContentRepository, place: number): Promise<PlacedPage> =>
    recent.find(({ top, length }) => place <= top && place > top - length) ?? read(reader, numberOf(place))
  const begin = (reader: ContentRepository): Promise<PlacedPage> => {
    recent = []
    calls = 0
    return read(reader, 1)
  }

  /** @param guess where it was @returns the number of articles that are older than the month */
  const edgeOf = async (reader: ContentRepository, month: string, guess?: number): Promise<number> => {
    let [low, high] = [0, size.total]
    for (let attempt = 0; low < high && attempt < MAX_CALLS_PER_EDGE; attempt++) {
      const likely = attempt === 0 && guess !== undefined ? guess : sightings.placeOf(Date.parse(`${month}-01`))
      const isLikely = likely !== undefined && likely > low && likely <= high && (attempt + 1) % MIDDLE_EACH !== 0
      const page = await pageAt(reader, isLikely ? likely : Math.ceil((low + high) / 2))
      const newer = newerThan(page.cards, month)
      if (newer === 0) low = Math.max(low, page.top)
      else if (newer < page.cards.length) return page.top - newer
      else high = Math.min(high, page.top - page.length)
    }
    return low
  }

  const look = async (reader: ContentRepository): Promise<KnownMonth[]> => {
    await begin(reader)
    const before = new Map(known?.map((one) => [one.month, one]))
    const months: KnownMonth[] = []
    let end = size.total
    while (end > 0 && months.length < MAX_MONTHS && calls < MAX_CALLS) {
      const { cards, top } = await pageAt(reader, end)
      const newest = cards[top - end] ?? cards.at(-1)
      if (!newest) return months
      const month = monthOfCard(cards, newest)
      if (month === undefined) break
      const was = before.get(month)
      const from = Math.min(end - 1, await edgeOf(reader, month, was?.from))
      const modified = lastChange(newest)?.time.iso
      months.push({ month, from, count: end - from, modified })
      end = from
      // Nothing was added or removed below: older months are where they were.
      if (known && was?.from === from) return [...months, ...known.filter((one) => one.month < month)]
    }
    const last = months.at(-1)
    if (end > 0 && last) {
      last.count += end
      last.from = 0
    }
    return last || size.total === 0 ? months : [{ month: UNDATED, from: 0, count: size.total }]
  }

  return {
    async months(reader) {
      known = await look(reader)
      return known.map(({ from: _, ...month }) => month)
    },
    async rangeOf(reader, month) {
      const { cards } = await begin(reader)
      const { total } = size
      const at = known?.findIndex((one) => one.month === month) ?? -1
      const one = known?.[at]
      const next = known?.[at - 1]
      if (one && next) return { from: one.from, to: next.from }
      if (known?.some((other) => other.month > month) && !one) return { from: 0, to: 0 }
      const isNewest = month === UNDATED || cards.some((card) => monthOfCard(cards, card) === month)
      const from = one?.from ?? (await edgeOf(reader, month))
      const to = newerThan(cards, monthAfter(month)) === 0 ? total : await edgeOf(reader, monthAfter(month))
      return isNewest || from < to ? { from, to: Math.max(from, to) } : { from: 0, to: 0 }
    },
    async *cards(reader, { from, to }) {
      if (to <= from) return
      let number = numberOf(to)
      let last = Number.POSITIVE_INFINITY
      for await (const archive of reader.pages(kind, slug, number)) {
        const { top, cards } = placed(reader, archive, number)
        number += 1
        const lowest = last
        for (const [index, card] of cards.entries()) {
          const place = top - Math.min(index, size.perPage - 1)
          // What is published meanwhile moves the end of the last page to this one.
          if (place > from && place <= to && place < lowest) yield card
          last = Math.min(last, place)
        }
        if (top - size.perPage <= from) return
      }
    },
  }
}
