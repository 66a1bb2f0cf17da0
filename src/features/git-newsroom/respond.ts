import { type RequestHandler, Router } from 'express'
import { perMinute } from '../../http/middleware/post-guards.ts'
import { inTime } from '../../system/deadline.ts'
import type { GitNewsroom, Outcome } from './git-newsroom.ts'
import { NEWSROOM_PATH } from './route-declarations.ts'

/** Requests during a fetch share the one after it. */
const POSTS_PER_MINUTE = 60
/** Git hosts wait for ten seconds. Milliseconds. */
const PATIENCE = 8000

const FETCHING = { state: 'fetching' } as const

/**
 * Always 200: a Git host would switch off a webhook that is refused for a broken file. A notice that is sent again has
 * the branch looked at again, and nothing else.
 */
export function respondAbout(newsroom: GitNewsroom): RequestHandler {
  const router = Router()
  router.post(NEWSROOM_PATH, perMinute(POSTS_PER_MINUTE), async (request, response) => {
    request.resume()
    const outcome = await inTime<Outcome | typeof FETCHING>(newsroom.requested(), PATIENCE, FETCHING)
    response.status(outcome === FETCHING ? 202 : 200).json(outcome)
  })
  router.all(NEWSROOM_PATH, (_request, response) => {
    response.status(405).set('allow', 'POST').type('text').send('405')
  })
  return router
}
