import { cardsIn } from '../../../content/archive.ts'
import { cardOf } from '../../../content/article.ts'
import type { Card } from '../../../content/card.ts'
import { isMissing } from '../../../content/missing.ts'
import { cmsPath } from '../../../content/public-paths.ts'
import type { ContentRepository } from '../../../content/repository.ts'
import { NEWEST_CATEGORY } from '../../../services/list-kind.ts'
import type { Service } from '../../../services/service.ts'
import { MAX_ARTICLES } from './compose.ts'

/** A source may claim any number of pages. */
const MAX_PAGES = 30

/**
 * The articles published within a period, the newest first, as lists show them: no promoted links, nothing that search
 * engines must not list. Rejects when the source fails.
 * @param period milliseconds
 */
export async function publishedSince(reader: ContentRepository, period: number, now: Date): Promise<Card[]> {
  const [until, from] = [now.getTime(), now.getTime() - period]
  const chosen: Card[] = []
  let pages = 0
  for await (const archive of reader.pages('category', NEWEST_CATEGORY)) {
    const dated = cardsIn(archive).flatMap((card) => (card.published ? [{ card, at: card.published.time.epoch }] : []))
    const inPeriod = dated.filter(({ at, card }) => at >= from && at <= until && !card.isPromo && !card.isNoindex)
    chosen.push(...inPeriod.map(({ card }) => card))
    pages += 1
    // One old article may be pinned, but a page of them is the end.
    const isPast = dated.length > 0 && dated.every(({ at }) => at < from)
    if (isPast || pages >= MAX_PAGES || chosen.length >= MAX_ARTICLES) break
  }
  return chosen
}

/** The articles of an editor's choice, in that order, and the paths at which there is none. */
export async function articlesAt(
  reader: ContentRepository,
  paths: readonly string[],
  { serviceUrl }: Service,
): Promise<{ cards: Card[]; missing: string[] }> {
  const read = await Promise.all(
    paths.map(async (written) => {
      const path =
        serviceUrl !== undefined && written.startsWith(`${serviceUrl}/`) ? written.slice(serviceUrl.length) : written
      const article = await reader.article(cmsPath(path))
      return isMissing(article) ? { written } : { written, card: cardOf(article) }
    }),
  )
  return {
    cards: read.flatMap(({ card }) => (card ? [card] : [])),
    missing: read.flatMap(({ written, card }) => (card ? [] : [written])),
  }
}
