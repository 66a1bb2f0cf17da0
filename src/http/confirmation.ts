import { Router } from 'express'
import { escapeHtml } from '../content/html/escape.ts'
import { NOTICE_ID, NOTICE_PARAMETER } from '../content/newsletter.ts'
import { copy } from '../copy.ts'
import type { ConfirmingSubscribers } from '../newsletter/subscribers.ts'
import { forbidCaching } from './cache-policy.ts'
import { errorDocument } from './error-document.ts'

/**
 * `/newsletter/potwierdz/{token}`: confirms a subscription by a button. Opening the address confirms nothing, as mail
 * scanners open every link.
 * @param styles address of the site's style sheet
 */
export function confirmation(subscribers: ConfirmingSubscribers, styles: string): Router {
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
      .send(isKnown ? confirmationDocument(styles) : errorDocument(copy.notFound))
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

function confirmationDocument(styles: string): string {
  const { title, lead, action } = copy.newsletter.confirm
  return `<!doctype html>
<html lang="pl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="${escapeHtml(styles)}"></head>
<body><main class="page message"><h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(lead)}</p><form method="post"><button class="button" type="submit">${escapeHtml(action)}</button></form><p><a href="/">${escapeHtml(copy.home)}</a></p></main></body></html>`
}
