import type { Router } from 'express'
import { unsubscribedPage, unsubscribePage } from '../../../../views/pages/newsletter.tsx'
import { contextOf } from '../../../http/request-context.ts'
import { siteNameOf } from '../../../seo/brand.ts'
import { findService } from '../../../services/registry.ts'
import { maskedEmail, pageOf, type ReaderPagesSettings, readerPages, sendGone } from './reader-pages.ts'

/** A mail service posts for many readers. */
const ONE_CLICKS_PER_MINUTE = 1200

/**
 * `/newsletter/wypisz/{token}`: a GET shows a form, a POST unsubscribes. Mail programs post
 * `List-Unsubscribe=One-Click` (RFC 8058; NEWS-20).
 */
export function unsubscription(settings: ReaderPagesSettings): Router {
  const { store, services, styles, now = () => new Date() } = settings
  const router = readerPages(settings, ONE_CLICKS_PER_MINUTE)
  router.get('/:token', async (request, response) => {
    const token = String(request.params.token)
    const known = await store.byManageToken(token)
    const row = known?.rows.find(({ manageToken }) => manageToken === token)
    if (!known || !row) return sendGone(response, styles)
    const site = siteNameOf(findService(services, row.service) ?? contextOf(request).service)
    response.type('html').send(unsubscribePage(pageOf(response, styles), { site, email: maskedEmail(known.email) }))
  })
  router.post('/:token', async (request, response) => {
    request.resume()
    // Mail services repeat a POST, so a used link gets the same response.
    await store.unsubscribe(String(request.params.token), now().toISOString())
    response.type('html').send(unsubscribedPage(pageOf(response, styles)))
  })
  return router
}
