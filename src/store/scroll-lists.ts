import * as z from 'zod'
import { type Clock, elapsed } from '../clock.ts'
import type { Report } from '../content/report.ts'
import type { ScrollPosts } from '../content/scroll-posts.ts'
import type { SharedStore } from './shared-store.ts'

/** Lists of further articles that somebody put into the store for a service; nothing where nobody did. */
export type ScrollLists = (service: string) => Promise<ScrollPosts | undefined>

/** The store is asked at most this often for each service. Milliseconds. */
const KEPT_MS = 5000
/** Longer than any list that a page should load. Characters. */
const MAX_LENGTH = 1_000_000

const links = z.array(z.string())
const listsSchema = z.object({
  specific: z.record(z.string(), links).default({}),
  globals: links.default([]),
  categories: z.record(z.string(), links).default({}),
})

/** Reads `scroll-posts:{service}` (decision 45): JSON in the shape of the endpoint (contract, `ScrollPosts`). */
export function scrollLists(store: SharedStore, report: Report, now: Clock = elapsed): ScrollLists {
  const kept = new Map<string, { lists: Promise<ScrollPosts | undefined>; until: number }>()
  const read = async (key: string): Promise<ScrollPosts | undefined> => {
    const text = await store.get(key)
    return text === undefined ? undefined : parse(key, text, report)
  }
  return (service) => {
    const known = kept.get(service)
    if (known && known.until > now()) return known.lists
    const lists = read(`scroll-posts:${service}`)
    kept.set(service, { lists, until: now() + KEPT_MS })
    return lists
  }
}

function parse(key: string, text: string, report: Report): ScrollPosts | undefined {
  try {
    if (text.length > MAX_LENGTH) throw new Error('too long')
    return listsSchema.parse(JSON.parse(text))
  } catch {
    report({ call: key, field: 'lists', kind: 'unusable' })
    return undefined
  }
}
