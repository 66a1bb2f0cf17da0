import * as z from 'zod'
import { articlePath } from '../../content/links.ts'
import { NEWEST_CATEGORY } from '../../content/repository.ts'
import { listKey, postKey } from '../../content/surrogate-keys.ts'
import type { Purge } from '../../purge/purge.ts'
import type { Service } from '../../services/service.ts'

const id = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,15}$/)])
const address = z
  .url({ protocol: /^https?$/ })
  .optional()
  .catch(undefined)
const slugs = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((terms) => Object.keys(terms))

/**
 * What the plugin WP Webhooks sends when a post is written, changed, trashed or deleted (its triggers `post_create`,
 * `post_update`, `post_trash`, `post_delete`): the post's number and address, and its terms by their slugs. Of the post
 * itself, which comes along, nothing is read.
 */
const notice = z.object({
  post_id: id,
  post_permalink: address,
  taxonomies: z.object({ category: slugs.optional(), post_tag: slugs.optional() }).catch({}),
})

/**
 * The purge that such a notice means: the post, its lists, and the home page.
 * @returns undefined for anything else
 */
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
