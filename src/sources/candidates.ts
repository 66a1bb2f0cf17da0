import { type Archive, cardsIn } from '../content/archive.ts'
import type { Card } from '../content/card.ts'
import { readTerms } from '../content/related.ts'
import { isMissing, type Missing } from '../content/repository.ts'
import type { Clock } from '../system/clock.ts'
import { nextTurn } from '../system/steps.ts'

/** Newest articles that may be related (RELATED-1). */
const MAX_CANDIDATES = 500
const MAX_PAGES = 10
const TTL_MS = 600_000
const MIN_PAUSE_MS = 60_000

export interface Candidates {
  /** Does not wait; the same array and cards while nothing changed. Reads old ones in the background. */
  known(readPage: (page: number) => Promise<Archive | Missing>): readonly Card[]
  expire(): void
}

/** @param isLocal a page costs no call */
export function createCandidates(now: Clock, isLocal: boolean): Candidates {
  let cards: readonly Card[] = []
  let readAt: number | undefined
  let isOld = true
  let reading: Promise<void> | undefined

  const read = async (readPage: (page: number) => Promise<Archive | Missing>): Promise<void> => {
    const cardsRead: Card[] = []
    for (let page = 1, last = 1; page <= last && cardsRead.length < MAX_CANDIDATES; page++) {
      const list = await readPage(page === 1 ? 0 : page)
      if (isMissing(list)) break
      cardsRead.push(...cardsIn(list))
      await nextTurn()
      readTerms(cardsIn(list))
      last = Math.min(list.maxPage, isLocal ? MAX_CANDIDATES : MAX_PAGES)
    }
    cards = unchanged(cards, cardsRead.slice(0, MAX_CANDIDATES))
  }

  return {
    known(readPage) {
      const age = readAt === undefined ? Number.POSITIVE_INFINITY : now() - readAt
      if (!reading && (age > TTL_MS || (isOld && age > MIN_PAUSE_MS))) {
        readAt = now()
        isOld = false
        reading = read(readPage)
          .catch(() => {})
          .finally(() => {
            reading = undefined
          })
      }
      return cards
    },
    expire() {
      isOld = true
    },
  }
}

/** Articles are rendered again for other objects. */
function unchanged(before: readonly Card[], after: readonly Card[]): readonly Card[] {
  const known = new Map(before.map((card) => [card.link.href, card]))
  const cards = after.map((card) => {
    const same = known.get(card.link.href)
    return same && JSON.stringify(same) === JSON.stringify(card) ? same : card
  })
  return cards.length === before.length && cards.every((card, index) => card === before[index]) ? before : cards
}
