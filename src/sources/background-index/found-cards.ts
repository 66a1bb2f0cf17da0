import type { Card } from '../../content/card.ts'
import { cardsOf, postCardOf } from '../../content/post-card.ts'
import type { FoundRecord } from '../../search/search-index.ts'

/** What the index has of an article. @param listed the same article as lists have it */
export function foundRecord(card: Card, listed: Card): FoundRecord {
  // No origin: results are written with that of the service.
  return { post: card.id, stamp: stampOf(listed), card: JSON.stringify(postCardOf(card, '')) }
}

/** @param json of each card */
export function foundCards(json: readonly string[]): Card[] {
  return json.flatMap((one) => cardsOf({ posts: [JSON.parse(one)] }))
}

/** The same in every list of a source, whichever fields the list has otherwise. */
export function stampOf({ title, published, modified }: Card): string {
  return `${(modified ?? published)?.time.iso ?? ''} ${title}`
}
