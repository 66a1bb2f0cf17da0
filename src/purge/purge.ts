import * as z from 'zod'
import { fragmentPath } from '../content/links.ts'
import { liveFragmentPath } from '../content/live.ts'
import { missingKey } from '../content/public-paths.ts'
import { feedsKey, monthKey, monthsKey, postOfKey } from '../content/surrogate-keys.ts'

export const purgeSchema = z.object({
  service: z.string(),
  paths: z.array(z.string()),
  tags: z.array(z.string()),
  /** Comments of articles changed (COMM-12), or what surrounds articles (BREAK-5). */
  only: z.enum(['comments', 'surroundings']).optional(),
  /** Nobody gets the old page (PURGE-12). */
  isAwaited: z.boolean().optional(),
})
export type Purge = z.output<typeof purgeSchema>

/** Changes may concern feeds (PURGE-10) and monthly maps (MAP-16). */
export function withFeeds(purge: Purge): Purge {
  const { service, only, paths, tags } = purge
  if (only !== undefined || tags.includes(feedsKey(service))) return purge
  const months = paths.flatMap((path) => {
    const [, year, month] = /^\/(\d{4})\/(\d{2})\//.exec(path) ?? []
    return year === undefined || month === undefined ? [] : `${year}-${month}`
  })
  const articles = tags.filter((tag) => postOfKey(tag) !== undefined).length
  const others = paths.filter((path) => path !== '/').length > months.length || articles > months.length
  const keys = [...new Set(months)].map((month) => monthKey(service, month))
  return { ...purge, tags: [...tags, feedsKey(service), ...keys, ...(others ? [monthsKey(service)] : [])] }
}

export function purgedPaths({ paths }: Purge): string[] {
  return [...new Set(paths.flatMap((path) => [path, fragmentPath(path), liveFragmentPath(path)]))]
}

export function matchOf(
  purge: Purge,
): (page: { service: string; url: string }, keys: { hasAny(keys: ReadonlySet<string>): boolean }) => boolean {
  const paths = new Set(purgedPaths(purge))
  const isNamed = (url: string): boolean => {
    const mark = url.indexOf('?')
    return paths.has(mark === -1 ? url : url.slice(0, mark))
  }
  const keys = new Set(purge.tags)
  if (purge.only === undefined) keys.add(missingKey(purge.service))
  return ({ service, url }, own) => (service === purge.service && isNamed(url)) || own.hasAny(keys)
}
