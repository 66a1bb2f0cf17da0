import type { RequestHandler } from 'express'
import * as z from 'zod'
import type { ScrollLists, ScrollPosts } from '../../content/scroll-posts.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { memoizeBounded } from '../../system/memoize.ts'
import type { Report } from '../../system/report.ts'
import type { SharedStore } from '../../system/store/shared-store.ts'
import { parseWellFormed } from '../../system/well-formed.ts'
import { readingOnRoutes } from './route-declarations.ts'

/** Least time between two reads for one service. */
const TTL_MS = 5000
const MAX_SERVICES = 64
/** Characters. */
const MAX_LENGTH = 1_000_000

const links = z.array(z.string())
const listsSchema = z.object({
  specific: z.record(z.string(), links).default({}),
  globals: links.default([]),
  categories: z.record(z.string(), links).default({}),
})

/** Reads lists in the shape of the endpoint (NEXT-11). */
export function scrollLists(store: SharedStore, report: Report, now: Clock = elapsed): ScrollLists {
  const read = async (key: string): Promise<ScrollPosts | undefined> => {
    const text = await store.get(key)
    return text === undefined ? undefined : parse(key, text, report)
  }
  return memoizeBounded((service) => read(`scroll-posts:${service}`), MAX_SERVICES, {
    milliseconds: TTL_MS,
    now,
  })
}

function parse(key: string, text: string, report: Report): ScrollPosts | undefined {
  try {
    if (text.length > MAX_LENGTH) throw new Error('too long')
    return listsSchema.parse(parseWellFormed(text))
  } catch {
    report({ call: key, field: 'lists', kind: 'unusable' })
    return undefined
  }
}

export function scrollPosts(reader: ContentRepositories['reader']): RequestHandler {
  return async (request, response) => {
    const { service, content } = contextOf(request)
    cacheAs(response, readingOnRoutes.lists.caching.scrollPosts)
    response.json(await reader(service, content).scrollPosts())
  }
}
