import type { ListName } from '../services/list-kind.ts'
import { cardsIn } from './archive.ts'
import type { Card } from './card.ts'
import { type ContentRepository, isMissing } from './repository.ts'

export interface ListWalk {
  heading: string
  description?: string
  total: number
  /** Rejects when the source fails. */
  cards: AsyncGenerator<Card, void>
}

/**
 * A card left out keeps its place, so that neighbouring ranges neither repeat nor lack one.
 * @param count places to read; absent: all others
 * @returns undefined when the list does not exist
 */
export async function walkList(
  reader: ContentRepository,
  list: ListName,
  offset: number,
  count = Number.POSITIVE_INFINITY,
): Promise<ListWalk | undefined> {
  const first = await reader.archive(list.kind, list.slug, 0)
  if (isMissing(first)) return undefined
  const { heading, total, perPage, seo } = first
  const described = seo.description ? { description: seo.description } : {}
  const pages = { offset, count, perPage: reader.bulkSize ?? perPage }
  return { heading, ...described, total, cards: cardsFrom(reader, list, pages) }
}

async function* cardsFrom(
  reader: ContentRepository,
  { kind, slug }: ListName,
  { offset, count, perPage }: { offset: number; count: number; perPage: number },
): AsyncGenerator<Card, void> {
  let page = Math.floor(offset / perPage)
  for await (const list of reader.pages(kind, slug, page + 1)) {
    const before = page * perPage
    page += 1
    for (const [index, card] of cardsIn(list).entries()) {
      // An unreadable card leaves its place empty.
      const place = before + Math.min(index, perPage - 1)
      if (place >= offset && place < offset + count) yield card
    }
    if (page * perPage >= offset + count) return
  }
}
