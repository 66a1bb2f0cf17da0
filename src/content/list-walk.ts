import { cardsIn } from './archive.ts'
import type { Card } from './card.ts'
import type { ListName } from './list-kind.ts'
import { isMissing } from './missing.ts'
import type { ContentRepository } from './repository.ts'

/** A list's articles from any offset on, independent of the CMS' page size. */
export interface ListWalk {
  heading: string
  /** All articles of the list. */
  total: number
  /** Its cards one by one, read page by page; rejects when the source fails. */
  cards: AsyncGenerator<Card, void>
}

/**
 * @param offset how many articles to skip
 * @returns undefined when the list does not exist
 */
export async function walkList(
  reader: ContentRepository,
  list: ListName,
  offset: number,
): Promise<ListWalk | undefined> {
  const first = await reader.archive(list.kind, list.slug, 0)
  if (isMissing(first)) return undefined
  const { heading, total, perPage } = first
  return { heading, total, cards: cardsFrom(reader, list, offset, perPage) }
}

async function* cardsFrom(
  reader: ContentRepository,
  { kind, slug }: ListName,
  offset: number,
  perPage: number,
): AsyncGenerator<Card, void> {
  let skipped = offset % perPage
  for await (const page of reader.pages(kind, slug, Math.floor(offset / perPage) + 1)) {
    yield* cardsIn(page).slice(skipped)
    skipped = 0
  }
}
