import express, { Router } from 'express'
import { confirmationPage } from '../../views/confirmation-page.tsx'
import { NOTICE_ID, NOTICE_PARAMETER } from '../content/newsletter.ts'
import { copy } from '../copy.ts'
import type { ConfirmingSubscribers } from '../newsletter/subscribers.ts'
import type { Service, Services } from '../services/service.ts'
import { forbidCaching } from './cache-policy.ts'
import { errorDocument } from './error-document.ts'
import { onlyTypes, ownPagesOnly, perMinute } from './post-guards.ts'

export const CONFIRMATION_PATH = '/newsletter/potwierdz'
/** The form has no fields. */
const MAX_BODY_BYTES = 1024
/** Enough for a family behind one address, too few for guessing. */
const POSTS_PER_MINUTE = 20

interface ConfirmationSettings {
  subscribers: ConfirmingSubscribers
  services: Services
  serviceOf: (host: string | undefined) => Service
  /** Address of the site's style sheet. */
  styles: string
}

/**
 * `/newsletter/potwierdz/{token}`: confirms a subscription by a button. Opening the address confirms nothing, as mail
 * scanners open every link.
 */
export function confirmation({ subscribers, services, serviceOf, styles }: ConfirmationSettings): Router {
  const router = Router()
  router.use('/:token', (_request, response, next) => {
    forbidCaching(response)
    response.set('x-robots-tag', 'noindex')
    next()
  })
  router.get('/:token', async (request, response) => {
    const isKnown = await subscribers.isKnown(request.params.token)
    response
      .status(isKnown ? 200 : 404)
      .type('html')
      .send(isKnown ? confirmationPage(serviceOf(request.get('host')), styles) : errorDocument(copy.notFound))
  })
  router.post(
    '/:token',
    ownPagesOnly(serviceOf, services),
    onlyTypes(['urlencoded']),
    perMinute(POSTS_PER_MINUTE),
    express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }),
    async (request, response) => {
      if (await subscribers.confirm(String(request.params.token))) {
        response.redirect(303, `/?${NOTICE_PARAMETER}=potwierdzono#${NOTICE_ID}`)
        return
      }
      response.status(404).type('html').send(errorDocument(copy.notFound))
    },
  )
  return router
}
