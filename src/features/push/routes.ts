import express, { type RequestHandler, type Response, Router } from 'express'
import type { Store } from 'express-rate-limit'
import type { Logger } from 'pino'
import * as z from 'zod'
import { liveIn } from '../../content/live.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { onlyTypes, ownPagesOnly, perMinute } from '../../http/middleware/post-guards.ts'
import { contextOf } from '../../http/request-context.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { wellFormedEntry } from '../../system/well-formed.ts'
import { endpointOf } from './endpoint.ts'
import { PUSH_API, PUSH_CLICKS_API } from './route-declarations.ts'
import { MAX_TOPICS } from './store/operations/subscribing.ts'
import type { PushStore } from './store/store.ts'
import { parseTopic, storedTopic, type Topic, topicName, topicOf } from './topics.ts'

const MAX_BODY_BYTES = 16_384
const CHANGES_PER_MINUTE = 20
/** Readers of a mobile network share an IP address. */
const CLICKS_PER_MINUTE = 120

const bytes = (count: number) =>
  z.string().refine((value) => /^[A-Za-z0-9_-]+={0,2}$/.test(value) && Buffer.from(value, 'base64url').length === count)
const topics = z
  .array(
    z.string().transform((name, context): Topic => {
      const topic = parseTopic(name)
      if (topic) return topic
      context.addIssue({ code: 'custom', message: 'is no topic' })
      return z.NEVER
    }),
  )
  .max(MAX_TOPICS)
  .default([])

/** As browsers write it (W3C Push API), with the reader's choice. */
const body = z.object({
  endpoint: z.string(),
  /** P-256, not compressed. */
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  add: topics,
  remove: topics,
  erase: z.literal(true).optional(),
})
const click = z.object({ id: z.string().regex(/^[\w-]{16}$/) })

export interface PushRoutesSettings {
  store: PushStore
  services: Services
  reader: ContentRepositories['reader']
  ownHosts: readonly string[]
  log: Logger
  onClick(id: string): void
  limitStores?: { changes: Store; clicks: Store } | undefined
}

/** Chooses what a browser is notified of (PUSH-4), and counts clicks (PUSH-13). */
export function pushRouter(settings: PushRoutesSettings): Router {
  const { store, services, reader, ownHosts, log, onClick, limitStores } = settings
  const router = Router({ caseSensitive: true, strict: true })
  const guards: RequestHandler[] = [
    (_request, response, next) => {
      forbidCaching(response)
      next()
    },
    ownPagesOnly(services, (response) => refuse(response, 'a page of another site')),
    onlyTypes(['json']),
  ]
  const json = express.json({ limit: MAX_BODY_BYTES, reviver: wellFormedEntry })

  router.post(
    PUSH_API,
    ...guards,
    perMinute(CHANGES_PER_MINUTE, limitStores?.changes),
    json,
    async (request, response) => {
      const { service, requestId, content } = contextOf(request)
      const { data } = body.safeParse(request.body)
      const endpoint = data && endpointOf(data.endpoint, ownHosts)
      if (!data || !endpoint) return refuse(response.status(400), 'no subscription of a push service')
      try {
        if (data.erase) {
          await store.erase(endpoint.href)
          response.json({ topics: [] })
          return
        }
        const unknown = await missingTopic(
          data.add,
          (path) => reader(service, content).article(path),
          (slug) => reader(service, content).archive('series', slug, 0),
        )
        if (unknown) return refuse(response.status(404), `nothing to follow: ${topicName(unknown)}`)
        const { p256dh, auth } = data.keys
        const now = await store.change(
          { service: service.name, endpoint: endpoint.href, p256dh, auth },
          { add: namesOf(service, data.add), remove: namesOf(service, data.remove) },
          new Date().toISOString(),
        )
        if (!now) return refuse(response.status(409), 'another secret, or too many topics')
        response.json({ topics: now.flatMap((stored) => topicNameOf(stored, service)) })
      } catch (error) {
        // Nothing of the subscription is in it.
        log.error({ requestId, error: String(error) }, 'push')
        refuse(response.status(503), 'try again later')
      }
    },
  )
  router.post(
    PUSH_CLICKS_API,
    ...guards,
    perMinute(CLICKS_PER_MINUTE, limitStores?.clicks),
    json,
    (request, response) => {
      const { data } = click.safeParse(request.body)
      if (!data) return refuse(response.status(400), 'no message')
      onClick(data.id)
      response.status(204).end()
    },
  )
  return router
}

function refuse(response: Response, error: string): void {
  response.json({ error })
}

const namesOf = ({ name }: Service, chosen: readonly Topic[]): string[] => chosen.map((topic) => topicOf(name, topic))

function topicNameOf(stored: string, { name }: Service): string[] {
  const parsed = storedTopic(stored)
  return parsed?.service === name ? [topicName(parsed.topic)] : []
}

async function missingTopic(
  chosen: readonly Topic[],
  article: (path: string) => ReturnType<ReturnType<ContentRepositories['reader']>['article']>,
  series: (slug: string) => Promise<object>,
): Promise<Topic | undefined> {
  for (const topic of chosen) {
    if (topic.kind === 'live') {
      const followed = await article(cmsPath(topic.path))
      const live = isMissing(followed) || followed.path !== topic.path ? undefined : liveIn(followed.body)
      if (!live || live.isOver) return topic
    } else if (topic.kind === 'series' && isMissing(await series(topic.slug))) return topic
  }
  return undefined
}
