import { cardsIn } from '../../content/archive.ts'
import type { Card } from '../../content/card.ts'
import { lastChange } from '../../content/dates.ts'
import { NEWEST_CATEGORY } from '../../content/list-kind.ts'
import { isMissing } from '../../content/missing.ts'
import type { ContentRepository } from '../../content/repository.ts'
import { articleCount } from './articles.ts'
import { MAX_SITEMAPS, SITEMAP_SIZE } from './paths.ts'

/** When something in each map of articles last changed, as far as its newest articles say: ISO 8601. */
export interface ArticleDates {
  /** By the number of the map, from 1. */
  articles: Array<string | undefined>
  /** Of all maps of own types. */
  types: string | undefined
}

/** Maps whose newest articles are read; of older ones the date comes from their last rendering. */
const MAX_READ = 100

export async function articleDates(reader: ContentRepository): Promise<ArticleDates> {
  const perPage = await pageSize(reader)
  const count = Math.min(MAX_SITEMAPS, MAX_READ, Math.ceil((await articleCount(reader)) / SITEMAP_SIZE))
  const articles: Array<string | undefined> = []
  for (let map = 0; map < count; map++) {
    const first = Math.floor((map * SITEMAP_SIZE) / perPage) + 1
    const page = await reader.pages('category', NEWEST_CATEGORY, first).next()
    // Of a count that is too high, the rest would be empty, too.
    if (page.done || cardsIn(page.value).length === 0) break
    articles.push(newestDate(cardsIn(page.value)))
  }
  const types: Card[] = []
  for (const { slug } of reader.separateLists()) {
    const list = await reader.archive('path', slug, 0)
    if (!isMissing(list)) types.push(...cardsIn(list))
  }
  return { articles, types: newestDate(types) }
}

async function pageSize(reader: ContentRepository): Promise<number> {
  const first = await reader.archive('category', NEWEST_CATEGORY, 0)
  return reader.bulkSize ?? (isMissing(first) ? SITEMAP_SIZE : first.perPage)
}

/** The latest change of articles. */
export function newestDate(cards: readonly Card[]): string | undefined {
  const times = cards.flatMap((card) => lastChange(card)?.time ?? [])
  return times.reduce<(typeof times)[number] | undefined>(
    (latest, time) => (latest === undefined || time.epoch > latest.epoch ? time : latest),
    undefined,
  )?.iso
}

/** The latest of dates in any offsets. */
export function latestOf(dates: Iterable<string | undefined>): string | undefined {
  let latest: string | undefined
  for (const date of dates) {
    if (date !== undefined && (latest === undefined || Date.parse(date) > Date.parse(latest))) latest = date
  }
  return latest
}
