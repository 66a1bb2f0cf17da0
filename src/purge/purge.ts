import * as z from 'zod'
import { fragmentPath } from '../content/links.ts'

/** What is to be shown anew, as plain data: it travels to other instances and to caches in front. */
export const purgeSchema = z.object({
  /** Name of the service that the paths belong to. */
  service: z.string(),
  /** Pathnames, with any query. */
  paths: z.array(z.string()),
  /** Surrogate keys, of all services. */
  tags: z.array(z.string()),
})
export type Purge = z.output<typeof purgeSchema>

/** Paths as pages are kept under: what is appended below another article is the same article. */
export function purgedPaths({ paths }: Purge): string[] {
  return [...new Set(paths.flatMap((path) => [path, fragmentPath(path)]))]
}

/**
 * Which pages a purge means: a path with any query, or any of the tags.
 * @returns told by the service of a page, its path and query, and by what it shows
 */
export function matchOf(purge: Purge): (page: { service: string; url: string }, keys: ReadonlySet<string>) => boolean {
  const wanted = new Set(purgedPaths(purge))
  const isWanted = (url: string): boolean => {
    const mark = url.indexOf('?')
    return wanted.has(mark === -1 ? url : url.slice(0, mark))
  }
  return ({ service, url }, keys) =>
    (service === purge.service && isWanted(url)) || purge.tags.some((tag) => keys.has(tag))
}
