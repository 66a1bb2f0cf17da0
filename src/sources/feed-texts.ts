import type { Article } from '../content/article.ts'
import type { Card } from '../content/card.ts'
import { isLive } from '../content/live.ts'
import { DEADLINE, type Missing } from '../content/repository.ts'
import { inTime } from '../system/deadline.ts'
import type { Articles } from './articles.ts'
import type { Confirmation } from './cache/content-cache.ts'
import { DATE_TRUSTED, type KnownChanges, type Loading } from './loading.ts'

export interface Pace {
  /** Fewer after some were late, so that a CMS with few workers finishes those. */
  atOnce: number
  /** Late or failing in the last reading, so they wait behind the others. */
  lacking: ReadonlySet<string>
}

const MOST_AT_ONCE = 8

export const createPace = (): Pace => ({ atOnce: MOST_AT_ONCE, lacking: new Set() })

/** Whether the CMS still has an article from memory, by a list that was just read and the purges (SRC-61). */
export async function isAsListed(
  article: Article,
  card: Card,
  { age, readAt }: Confirmation,
  { changes, hasSameBlocks }: { changes: KnownChanges } & Pick<Loading, 'hasSameBlocks'>,
): Promise<boolean> {
  if (age >= DATE_TRUSTED || isLive(article.body)) return false
  if (changes.mayConcern(article, readAt)) return false
  const listed = card.modified?.time.epoch
  const own = (article.modified ?? article.published)?.time.epoch
  if (listed !== undefined && (own === undefined || listed > own)) return false
  // Lists may lack dates; a CMS that names its changes says enough.
  if (listed === undefined && !changes.areNamed) return false
  // A purge of a shared block does not name its articles.
  return changes.lastAt < readAt || hasSameBlocks(article)
}

/**
 * Never rejects, and resolves within `DEADLINE.primary`. Old texts are refreshed only once none is missing, to spare a
 * slow CMS (FEED-7).
 * @param paths in CMS form
 * @param cards of the articles in a list that was just read
 * @returns in the order of `paths`; undefined: late or failing
 */
export async function feedTexts(
  paths: readonly string[],
  { plain, known }: Pick<Articles, 'plain' | 'known'>,
  pace: Pace,
  cards: readonly Card[] = [],
): Promise<Array<Article | Missing | undefined>> {
  const deadline = performance.now() + DEADLINE.primary
  const texts = new Map<string, Article | Missing>()
  const old: string[] = []
  const inMemory = paths.map(async (path, index) => {
    const text = await known(path, cards[index])
    if (text) texts.set(path, text.value)
    if (text?.isOld) old.push(path)
  })
  await Promise.all(inMemory)
  const unknown = [...new Set(paths)].filter((path) => !texts.has(path))
  const hasFailed = unknown.some((path) => pace.lacking.has(path))
  const queue = unknown.toSorted((a, b) => Number(pace.lacking.has(a)) - Number(pace.lacking.has(b)))
  let isLate = false
  let isFirst = true

  const readNext = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const left = deadline - performance.now()
      if (left <= 0) return
      // Only a page's call probes a host that was away (RES-6), and there may be none.
      const rank = isFirst && hasFailed ? 'primary' : 'lists'
      isFirst = false
      const read = plain(path, rank).catch(() => 'failed' as const)
      const text = await inTime<Article | Missing | 'failed' | 'late'>(read, left, 'late')
      if (text === 'late') isLate = true
      else if (text !== 'failed') texts.set(path, text)
    }
  }
  await Promise.all(Array.from({ length: pace.atOnce }, readNext))

  const lacking = unknown.filter((path) => !texts.has(path))
  pace.atOnce = isLate ? Math.max(1, Math.trunc(pace.atOnce / 2)) : Math.min(MOST_AT_ONCE, pace.atOnce + 1)
  pace.lacking = new Set(lacking)
  if (lacking.length === 0) for (const path of old) plain(path, 'lists').catch(() => {})
  return paths.map((path) => texts.get(path))
}
