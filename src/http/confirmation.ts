import { Router } from 'express'
import { confirmationPage } from '../../views/confirmation-page.tsx'
import { NOTICE_ID, NOTICE_PARAMETER } from '../content/newsletter.ts'
import { copy } from '../copy.ts'
import type { ConfirmingSubscribers } from '../newsletter/subscribers.ts'
import type { Service } from '../services/service.ts'
import { forbidCaching } from './cache-policy.ts'
import { errorDocument } from './error-document.ts'

/**
 * `/newsletter/potwierdz/{token}`: confirms a subscription by a button. Opening the address confirms nothing, as mail
 * scanners open every link.
 * @param styles address of the site's style sheet
 */
export function confirmation(
  subscribers: ConfirmingSubscribers,
  serviceOf: (host: string | undefined) => Service,
  styles: string,
): Router {
  const router = Router()
  router.use('/:token', (_request, response, next) => {
    forbidCaching(response)
    response.set('x-robots-tag', 'noindex').set('referrer-policy', 'no-referrer')
    next()
  })
  router.get('/:token', async (request, response) => {
    const isKnown = await subscribers.isKnown(request.params.token)
    response
      .status(isKnown ? 200 : 404)
      .type('html')
      .send(isKnown ? confirmationPage(serviceOf(request.get('host')), styles) : errorDocument(copy.notFound))
  })
  router.post('/:token', async (request, response) => {
    if (await subscribers.confirm(request.params.token)) {
      response.redirect(303, `/?${NOTICE_PARAMETER}=potwierdzono#${NOTICE_ID}`)
      return
    }
    response.status(404).type('html').send(errorDocument(copy.notFound))
  })
  return router
}
