import { isRecord } from '../system/record.ts'
import { withoutTrailingSlashes } from './trailing-slashes.ts'

export const SCROLL_POSTS_API = '/api/getScrollPosts'

/** Of `GET /api/getScrollPosts` (NEXT-11). Browsers run this module, which imports nothing heavy. */
export interface ScrollPosts {
  specific: Record<string, string[]>
  globals: string[]
  categories: Record<string, string[]>
}

export type ScrollLists = (service: string) => Promise<ScrollPosts | undefined>

export const FETCH_FAILED = {
  list: (status: number) => `Błąd podczas pobierania danych: ${status}`,
  /** @param status or the reason */
  post: (status: number | string) => `Błąd podczas pobierania postu: ${status}`,
  batch: 'Błąd podczas pobierania postów',
} as const

export function scrollKey(path: string): string {
  const bare = withoutTrailingSlashes(path.split(/[?#]/, 1)[0] ?? '').replace(/\.html$/, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/** An article's own, the general or its category's (NEXT-2), as own properties (NEXT-3). */
export function listFor(lists: ScrollPosts, path: string, topCategory: string | undefined): readonly string[] {
  const own = ownList(lists.specific, scrollKey(path))
  if (own.length > 0) return own
  if (lists.globals.length > 0) return lists.globals
  return topCategory === undefined ? [] : ownList(lists.categories, topCategory)
}

export function unread(links: readonly string[], shown: ReadonlySet<string>): string[] {
  const keys = links.filter((link) => /^\/(?![/\\])/.test(link)).map(scrollKey)
  return [...new Set(keys)].filter((key) => key !== '' && !shown.has(key))
}

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
