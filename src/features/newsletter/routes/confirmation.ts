import express, { type Response, Router } from 'express'
import type { Store } from 'express-rate-limit'
import type { PageStyles } from '../../../../views/context.ts'
import { confirmationPage, expiredConfirmationPage } from '../../../../views/pages/newsletter.tsx'
import { NOTICE_ID, NOTICE_PARAMETER } from '../../../content/newsletter.ts'
import { forbidCaching } from '../../../edge/page-cache/policy.ts'
import { errorDocument } from '../../../edge/transport/minimal-response.ts'
import { onlyTypes, ownPagesOnly, perMinute } from '../../../http/middleware/post-guards.ts'
import { contextOf } from '../../../http/request-context.ts'
import type { Service, Services } from '../../../services/service.ts'
import type { ConfirmingSubscribers, TokenState } from '../subscribers.ts'

const MAX_BODY_BYTES = 1024
/** A family may share one IP address. */
const POSTS_PER_MINUTE = 20
/** A mail host's scanner opens many readers' links. */
const VISITS_PER_MINUTE = 60

interface ConfirmationSettings {
  subscribers: ConfirmingSubscribers
  services: Services
  styles: PageStyles
  limitStores?: { visits: Store; posts: Store }
}

const STATUS: Record<TokenState, number> = { waiting: 200, confirmed: 200, expired: 410, unknown: 404 }

/** A GET confirms nothing, as mail scanners open every link. */
export function confirmation({ subscribers, services, styles, limitStores }: ConfirmationSettings): Router {
  const router = Router()
  const respond = (response: Response, state: TokenState, service: Service): void => {
    response.status(STATUS[state]).type('html')
    if (state === 'unknown') response.send(errorDocument(service, service.messages.notFound))
    else if (state === 'expired') response.send(expiredConfirmationPage(service, styles))
    else response.send(confirmationPage(service, styles))
  }
  router.use('/:token', (_request, response, next) => {
    forbidCaching(response)
    response.set('x-robots-tag', 'noindex')
    // With `no-referrer` the form's `Origin` would be `null`.
    response.set('referrer-policy', 'same-origin')
    next()
  })
  router.get('/:token', perMinute(VISITS_PER_MINUTE, limitStores?.visits, tooMany), async (request, response) => {
    respond(response, await subscribers.tokenState(String(request.params.token)), contextOf(request).service)
  })
  router.post(
    '/:token',
    ownPagesOnly(services),
    onlyTypes(['urlencoded']),
    perMinute(POSTS_PER_MINUTE, limitStores?.posts, tooMany),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    async (request, response) => {
      const outcome = await subscribers.confirm(String(request.params.token))
      if (outcome === 'confirmed') response.redirect(303, `/?${NOTICE_PARAMETER}=potwierdzono#${NOTICE_ID}`)
      else respond(response, outcome, contextOf(request).service)
    },
  )
  return router
}

function tooMany(response: Response): void {
  const { service } = contextOf(response.req)
  const { label, tooMany: lead } = service.messages.newsletter
  response.type('html').send(errorDocument(service, { title: label, lead }))
}
