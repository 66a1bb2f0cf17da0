import type { Card } from '../../content/card.ts'
import { cardsOf, postCardOf } from '../../content/post-card.ts'
import type { FoundRecord } from '../../search/search-index.ts'

/** @param listed the same article as lists have it */
export function foundRecord(card: Card, listed: Card): FoundRecord {
  // Results get the origin of the service when they are written.
  return { post: card.id, stamp: stampOf(listed), card: JSON.stringify(postCardOf(card, '')) }
}

export function foundCards(json: readonly string[]): Card[] {
  return json.flatMap((one) => cardsOf({ posts: [JSON.parse(one)] }))
}

/** Equal in every list of a source, whichever fields the list has otherwise. */
export function stampOf({ title, published, modified }: Card): string {
  return `${(modified ?? published)?.time.iso ?? ''} ${title}`
}
