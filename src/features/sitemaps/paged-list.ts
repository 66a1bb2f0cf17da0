import { type Archive, cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import type { ContentRepository } from '../../content/repository.ts'
import type { ListName } from '../../services/list-kind.ts'
import { createSightings, newerThan } from './dates.ts'

export interface Range {
  from: number
  to: number
}

interface PlacedPage {
  top: number
  length: number
  cards: Card[]
}

const MAX_CALLS_PER_EDGE = 64
const MAX_RECENT = 4
const MAX_SIGHTINGS = 4000
/** Every third guess is the middle, as dates may mislead. */
const MIDDLE_EACH = 3

/** A place counts from the end, so that no later article changes it. */
export interface PagedList {
  total(): number
  calls(): number
  begin(reader: ContentRepository): Promise<PlacedPage>
  pageAt(reader: ContentRepository, place: number): Promise<PlacedPage>
  /** @returns the number of older articles */
  edgeOf(reader: ContentRepository, month: string, guess?: number): Promise<number>
  /** Newest first. */
  cards(reader: ContentRepository, range: Range): AsyncGenerator<Card, void>
}

export function createPagedList({ kind, slug }: ListName): PagedList {
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
    // A page that the list lacks is as old as its end.
    const one = page.done ? { top, length: Math.min(size.perPage, top), cards: [] } : placed(reader, page.value, number)
    recent = [one, ...recent].slice(0, MAX_RECENT)
    return one
  }
  const numberOf = (place: number): number => Math.max(1, Math.floor((size.total - place) / size.perPage) + 1)
  const pageAt = async (reader: ContentRepository, place: number): Promise<PlacedPage> =>
    recent.find(({ top, length }) => place <= top && place > top - length) ?? read(reader, numberOf(place))

  return {
    total: () => size.total,
    calls: () => calls,
    pageAt,
    begin(reader) {
      recent = []
      calls = 0
      return read(reader, 1)
    },
    async edgeOf(reader, month, guess) {
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
          // New articles move the last page's end to this one.
          if (place > from && place <= to && place < lowest) yield card
          last = Math.min(last, place)
        }
        if (top - size.perPage <= from) return
      }
    },
  }
}
