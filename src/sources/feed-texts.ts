import type { Article } from '../content/article.ts'
import { DEADLINE, type Missing } from '../content/repository.ts'
import { inTime } from '../system/deadline.ts'
import type { Articles } from './articles.ts'

/** How a service's CMS takes the calls of its feeds. */
export interface Pace {
  /** Fewer parallel calls after some were late let a CMS with few workers finish those that it gets. */
  atOnce: number
  /** Paths that were late or failed in the last reading: they wait behind the others. */
  lacking: ReadonlySet<string>
}

const MOST_AT_ONCE = 8

export const createPace = (): Pace => ({ atOnce: MOST_AT_ONCE, lacking: new Set() })

/**
 * Never rejects, and resolves within `DEADLINE.primary`. Old texts are refreshed once none is missing, as a slow CMS
 * would be busy with what the feed has (FEED-7).
 * @param paths in CMS form
 * @returns in the order of `paths`; undefined: late or failing
 */
export async function feedTexts(
  paths: readonly string[],
  { plain, known }: Pick<Articles, 'plain' | 'known'>,
  pace: Pace,
): Promise<Array<Article | Missing | undefined>> {
  const deadline = performance.now() + DEADLINE.primary
  const texts = new Map<string, Article | Missing>()
  for (const path of paths) {
    const text = known(path)
    if (text) texts.set(path, text)
  }
  const old = [...texts.keys()]
  const unknown = [...new Set(paths)].filter((path) => !texts.has(path))
  const hasFailed = unknown.some((path) => pace.lacking.has(path))
  const queue = unknown.toSorted((a, b) => Number(pace.lacking.has(a)) - Number(pace.lacking.has(b)))
  let isLate = false
  let isFirst = true

  const readNext = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const left = deadline - performance.now()
      if (left <= 0) return
      // Only a page's call probes a host that was away (RES-6), and maybe no reader requests one.
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
