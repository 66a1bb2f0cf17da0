import express, { Router } from 'express'
import { z } from 'zod'
import { fragmentPath } from '../content/links.ts'
import type { Service } from '../services/service.ts'
import { bearer } from './bearer.ts'
import type { PurgeMatch } from './page-cache.ts'

export interface PurgeSettings {
  /** Absent: there is no such endpoint (operator's contract). */
  token?: string
  serviceOf: (host: string | undefined) => Service
  /** Purges what stands under a match, and has content asked for anew; tells how many pages it met. */
  purge(matches: PurgeMatch): number
  /** Something of a service is new. */
  onPurge(service: Service): void
}

const MAX_BODY_BYTES = 64 * 1024
const MAX_ITEMS = 500

const ANY_ORIGIN = 'http://portal.invalid'
const isPath = (text: string): boolean => /^\/(?![/\\])/.test(text) && URL.canParse(text, ANY_ORIGIN)

/** One item may stand alone, as forms send it. */
const list = (item: z.ZodType<string>) =>
  z
    .union([item.transform((one) => [one]), z.array(item).max(MAX_ITEMS)])
    .optional()
    .transform((items) => items ?? [])
const body = z
  .object({
    paths: list(z.string().max(2048).refine(isPath, 'is no path')),
    tags: list(z.string().regex(/^[!-~]{1,300}$/, 'is no surrogate key')),
  })
  .refine(({ paths, tags }) => paths.length + tags.length > 0, 'neither paths nor tags')

/**
 * `POST /ops/purge` with `{paths?, tags?}` as JSON or as a form (decision 54): paths of the Host's service, tags of all.
 * The next reader gets the old page while the new one is made.
 */
export function purgeEndpoint({ token, serviceOf, purge, onPurge }: PurgeSettings): Router {
  const router = Router()
  const authorise = bearer(token)
  router.post(
    '/ops/purge',
    authorise,
    express.json({ limit: MAX_BODY_BYTES }),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    (request, response) => {
      const parsed = body.safeParse(request.body ?? {})
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return void response.status(400).json({ error: `${issue?.path.join('.') || 'body'}: ${issue?.message}` })
      }
      const service = serviceOf(request.get('host'))
      const purged = purge(matchOf(parsed.data, service))
      onPurge(service)
      response.json({ purged })
    },
  )
  router.all('/ops/purge', authorise, (_request, response) => void response.status(405).set('allow', 'POST').end())
  return router
}

/** A path with any query, or any of the tags. */
function matchOf({ paths, tags }: z.output<typeof body>, service: Service): PurgeMatch {
  const pathnames = paths.map((path) => new URL(path, ANY_ORIGIN).pathname)
  // What is appended below another article is the same article.
  const wanted = new Set(
    pathnames.flatMap((path) => [`${service.name} ${path}`, `${service.name} ${fragmentPath(path)}`]),
  )
  return (key, keys) => {
    const mark = key.indexOf('?')
    return wanted.has(mark === -1 ? key : key.slice(0, mark)) || tags.some((tag) => keys.has(tag))
  }
}
