import { cardsIn } from '../content/archive.ts'
import type { Card } from '../content/card.ts'
import { DEADLINE, isMissing } from '../content/repository.ts'
import { NEWEST_CATEGORY } from '../services/list-kind.ts'
import { elapsed } from '../system/clock.ts'
import { orNothing } from '../system/deadline.ts'
import type { ReadArchive } from './lists.ts'
import type { Reading } from './reading.ts'

/** Milliseconds: article pages within them share one list. */
const NEWEST_MOMENT = 1000
/** After the first view: enough reading for an evening. */
const FURTHER_NEWEST_PAGES = [2, 3]

/** Shared by a service's responses. */
export interface NewestCards {
  last: { at: number; cards: Promise<Card[]> } | undefined
}

/** @returns a function that never rejects */
export function newestCards(
  newest: NewestCards,
  { revalidate, reads }: Reading,
  readArchive: ReadArchive,
): () => Promise<Card[]> {
  return () => {
    const { last } = newest
    const isKnown = last !== undefined && !revalidate && elapsed() - last.at < NEWEST_MOMENT
    const cards = isKnown ? last.cards : readNewest(readArchive)
    if (!isKnown) newest.last = { at: elapsed(), cards }
    // Another response may have begun the list in vain.
    if (reads) void cards.then(({ length }) => length === 0 && reads.failed())
    return cards
  }
}

async function readNewest(readArchive: ReadArchive): Promise<Card[]> {
  const page = (number: number) =>
    orNothing(readArchive('category', NEWEST_CATEGORY, number, 'secondary'), DEADLINE.secondary)
  const first = await page(0)
  if (first === undefined || isMissing(first)) return []
  const further = FURTHER_NEWEST_PAGES.filter((number) => number <= first.maxPage)
  const pages = [first, ...(await Promise.all(further.map(page)))]
  return pages.flatMap((one) => (one === undefined || isMissing(one) ? [] : cardsIn(one)))
}
