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
 * @returns told by the key of a page (service, path and query, as the edge writes them) and by what it shows
 */
export function matchOf(purge: Purge): (key: string, keys: ReadonlySet<string>) => boolean {
  const wanted = new Set(purgedPaths(purge).map((path) => `${purge.service} ${path}`))
  return (key, keys) => {
    const mark = key.indexOf('?')
    return wanted.has(mark === -1 ? key : key.slice(0, mark)) || purge.tags.some((tag) => keys.has(tag))
  }
}
