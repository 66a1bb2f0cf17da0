import { cardsIn } from './archive.ts'
import type { Card } from './card.ts'
import { isMissing } from './missing.ts'
import type { ContentRepository } from './repository.ts'

/** A category's articles from any offset on, independent of the CMS' page size. */
export interface ListWalk {
  heading: string
  /** All articles of the category. */
  total: number
  /** Its cards one by one, read page by page; rejects when the source fails. */
  cards: AsyncGenerator<Card, void>
}

/**
 * @param offset how many articles to skip
 * @returns undefined when the category does not exist
 */
export async function walkCategory(
  reader: ContentRepository,
  slug: string,
  offset: number,
): Promise<ListWalk | undefined> {
  const first = await reader.archive('category', slug, 0)
  if (isMissing(first)) return undefined
  const { heading, total, perPage } = first
  return { heading, total, cards: cardsFrom(reader, slug, offset, perPage) }
}

async function* cardsFrom(
  reader: ContentRepository,
  slug: string,
  offset: number,
  perPage: number,
): AsyncGenerator<Card, void> {
  let skipped = offset % perPage
  for await (const page of reader.pages('category', slug, Math.floor(offset / perPage) + 1)) {
    yield* cardsIn(page).slice(skipped)
    skipped = 0
  }
}
