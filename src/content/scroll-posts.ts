import { isRecord } from './record.ts'
import { withoutTrailingSlashes } from './trailing-slashes.ts'

/**
 * The lists of further articles (spec 7, `GET /api/getScrollPosts`; contract, `ScrollPosts`). Runs in the browser too:
 * imports nothing.
 */
export interface ScrollPosts {
  /** From an article's key to the links to read after it. */
  specific: Record<string, string[]>
  globals: string[]
  /** From the name of a top-level category to links. */
  categories: Record<string, string[]>
}

/** What is logged, here and in the browser, when something to read on with cannot be had (SRC-10). */
export const FETCH_FAILED = {
  list: (status: number) => `Błąd podczas pobierania danych: ${status}`,
  /** @param status or, where there is none, why */
  post: (status: number | string) => `Błąd podczas pobierania postu: ${status}`,
  batch: 'Błąd podczas pobierania postów',
} as const

/** A path as the lists' keys have it: decoded, without `.html` and without a trailing slash (decision 31). */
export function scrollKey(path: string): string {
  const bare = withoutTrailingSlashes(path.split(/[?#]/, 1)[0] ?? '').replace(/\.html$/, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/**
 * The list to go on with after an article: its own, else everybody's, else its category's (spec 4, "Scroll-posts
 * loading", 2). Names are looked up as own properties only (decision 31).
 */
export function listFor(lists: ScrollPosts, path: string, topCategory: string | undefined): readonly string[] {
  const own = ownList(lists.specific, scrollKey(path))
  if (own.length > 0) return own
  if (lists.globals.length > 0) return lists.globals
  return topCategory === undefined ? [] : ownList(lists.categories, topCategory)
}

/** Without the articles that are on the page already, each once (spec 4, 3; decision 31). */
export function unread(links: readonly string[], shown: ReadonlySet<string>): string[] {
  const keys = links.filter((link) => /^\/(?![/\\])/.test(link)).map(scrollKey)
  return [...new Set(keys)].filter((key) => key !== '' && !shown.has(key))
}

/** An answer of the endpoint, whatever it is; what is no list is an empty one. */
export function scrollPostsOf(json: unknown): ScrollPosts {
  const record = isRecord(json) ? json : {}
  return { specific: lists(record.specific), globals: links(record.globals), categories: lists(record.categories) }
}

function ownList(lists: Record<string, string[]>, name: string): string[] {
  return Object.hasOwn(lists, name) ? (lists[name] ?? []) : []
}

function lists(value: unknown): Record<string, string[]> {
  const entries = isRecord(value) ? Object.entries(value) : []
  return Object.fromEntries(entries.map(([name, list]) => [name, links(list)]))
}

function links(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((link) => typeof link === 'string') : []
}
