import express, { Router } from 'express'
import * as z from 'zod'
import { articlePath } from '../../content/links.ts'
import { listKey, postKey, serviceKey } from '../../content/surrogate-keys.ts'
import { flag } from '../../content/wire.ts'
import type { Purge } from '../../purge/purge.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import type { Bearer } from '../middleware/bearer.ts'
import { onlyTypes, perMinute } from '../middleware/post-guards.ts'
import { contextOf } from '../request-context.ts'

export interface PurgeSettings {
  /** Absent: no endpoint (PURGE-3). */
  token?: string
  bearer: Bearer
  /** @returns the number of pages purged in this process */
  purge(purge: Purge, service: Service): number
  /** Reads menus again. */
  onAll?: () => void
}

const MAX_BODY_BYTES = 2 * 1024 * 1024
const MAX_ITEMS = 500
/** A bulk edit sends one for each article (SEC-11). */
const POSTS_PER_MINUTE = 600

const ANY_ORIGIN = 'http://portal.invalid'
const isPath = (text: string): boolean => /^\/(?![/\\])/.test(text) && URL.canParse(text, ANY_ORIGIN)

const list = (item: z.ZodType<string>) =>
  z
    .union([item.transform((one) => [one]), z.array(item).max(MAX_ITEMS)])
    .optional()
    .transform((items) => items ?? [])
const body = z
  .object({
    paths: list(z.string().max(2048).refine(isPath, 'is no path')),
    tags: list(z.string().regex(/^[!-~]{1,300}$/, 'is no surrogate key')),
    all: flag,
  })
  .refine(({ paths, tags, all }) => all || paths.length + tags.length > 0, 'neither paths nor tags')

/**
 * `POST /ops/purge` with `{paths?, tags?, all?}` as JSON or form (PURGE-1), or a WordPress webhook's notice. `tags`
 * reach all services, the others the Host's alone (PURGE-8).
 */
export function purgeEndpoint({ token, bearer, purge, onAll }: PurgeSettings): Router {
  const router = Router()
  const authorise = bearer(token)
  router.post(
    '/ops/purge',
    authorise,
    perMinute(POSTS_PER_MINUTE),
    onlyTypes(['json', 'urlencoded']),
    express.json({ limit: MAX_BODY_BYTES }),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    (request, response) => {
      const { service } = contextOf(request)
      const noticed = purgeOfNotice(request.body, service)
      if (noticed) return void response.json({ purged: purge(noticed, service) })
      const parsed = body.safeParse(request.body ?? {})
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return void response.status(400).json({ error: `${issue?.path.join('.') || 'body'}: ${issue?.message}` })
      }
      const { paths, tags, all } = parsed.data
      const pathnames = paths.map((path) => new URL(path, ANY_ORIGIN).pathname)
      // A CMS has its own form of an article's path.
      const forms = pathnames.map((path) => (path === '/' ? path : articlePath(path, service)))
      const everything = all ? [serviceKey(service.name)] : []
      const own = { paths: [...new Set([...pathnames, ...forms])], tags: [...tags, ...everything] }
      response.json({ purged: purge({ service: service.name, ...own }, service) })
      if (all) onAll?.()
    },
  )
  router.all(
    '/ops/purge',
    authorise,
    (_request, response) => void response.status(405).set('allow', 'POST').type('text').send('405'),
  )
  return router
}

const id = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,15}$/)])
const url = z
  .url({ protocol: /^https?$/ })
  .optional()
  .catch(undefined)
const slugs = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((terms) => Object.keys(terms))

/** WP Webhooks sends it when a post is created, changed, trashed or deleted. */
const notice = z.object({
  post_id: id,
  post_permalink: url,
  taxonomies: z.object({ category: slugs.optional(), post_tag: slugs.optional() }).catch({}),
})

/** @returns the purge of the post, its lists and the home page; undefined for another body */
export function purgeOfNotice(json: unknown, service: Service): Purge | undefined {
  const parsed = notice.safeParse(json)
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
