import * as z from 'zod'
import { articlePath } from '../../content/links.ts'
import { listKey, postKey } from '../../content/surrogate-keys.ts'
import type { Purge } from '../../purge/purge.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'

const id = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,15}$/)])
const url = z
  .url({ protocol: /^https?$/ })
  .optional()
  .catch(undefined)
const slugs = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((terms) => Object.keys(terms))

/** The plugin WP Webhooks sends it when a post is created, changed, trashed or deleted. */
const notice = z.object({
  post_id: id,
  post_permalink: url,
  taxonomies: z.object({ category: slugs.optional(), post_tag: slugs.optional() }).catch({}),
})

/** @returns the purge of the post, its lists and the home page; undefined for another body */
export function purgeOfNotice(body: unknown, service: Service): Purge | undefined {
  const parsed = notice.safeParse(body)
  if (!parsed.success) return undefined
  const { post_id: post, post_permalink: link, taxonomies } = parsed.data
  const path = link === undefined ? '/' : new URL(link).pathname
  const { category = [], post_tag: tags = [] } = taxonomies
  return {
    service: service.name,
    paths: [...new Set(['/', path === '/' ? path : articlePath(path, service)])],
    tags: [
      postKey(String(post)),
      ...[NEWEST_CATEGORY, ...category].map((slug) => listKey('category', slug)),
      ...tags.map((slug) => listKey('tag', slug)),
    ],
  }
}
