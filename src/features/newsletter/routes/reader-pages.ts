import { type RequestHandler, type Response, Router } from 'express'
import type { Store } from 'express-rate-limit'
import type { PageStyles } from '../../../../views/context.ts'
import {
  goneLinkPage,
  type NewsletterPage,
  unsubscribedPage,
  unsubscribePage,
} from '../../../../views/pages/newsletter.tsx'
import { ALL_PARAMETER } from '../../../content/newsletter-paths.ts'
import { forbidCaching } from '../../../edge/page-cache/policy.ts'
import { errorDocument } from '../../../edge/transport/minimal-response.ts'
import { perMinute } from '../../../http/middleware/post-guards.ts'
import { contextOf } from '../../../http/request-context.ts'
import { siteNameOf } from '../../../seo/brand.ts'
import { newsletterKeyed } from '../../../services/newsletters.ts'
import type { Services } from '../../../services/service.ts'
import type { SubscriberStore } from '../store/store.ts'

export interface ReaderPagesSettings {
  store: SubscriberStore
  services: Services
  styles: PageStyles
  limitStores?: { visits: Store; posts: Store }
  now?: () => Date
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/
/** A mail host's scanner opens many readers' links. */
const VISITS_PER_MINUTE = 60
export const POSTS_PER_MINUTE = 20

/**
 * No cache, index or other site gets a URL with a reader's token (NEWS-20, NEWS-22).
 * @param posts of one client in a minute
 */
export function readerPages({ styles, limitStores }: ReaderPagesSettings, posts: number): Router {
  const router = Router()
  // A path would put the token in a label of the metrics.
  router.use((request, response, next) => {
    forbidCaching(response)
    response.set('x-robots-tag', 'noindex')
    response.set('referrer-policy', 'no-referrer')
    if (TOKEN.test(request.path.split('/', 2)[1] ?? '')) next()
    else sendGone(response, styles)
  })
  const visit = perMinute(VISITS_PER_MINUTE, limitStores?.visits, tooMany)
  const post = perMinute(posts, limitStores?.posts, tooMany)
  const limit: RequestHandler = (request, response, next) =>
    request.method === 'POST' ? post(request, response, next) : visit(request, response, next)
  router.use(limit)
  return router
}

export function sendGone(response: Response, styles: PageStyles): void {
  response
    .status(404)
    .type('html')
    .send(goneLinkPage(pageOf(response, styles)))
}

export function pageOf(response: Response, styles: PageStyles): NewsletterPage {
  return { service: contextOf(response.req).service, styles }
}

function tooMany(response: Response): void {
  const { service } = contextOf(response.req)
  const { label, tooMany: lead } = service.messages.newsletter
  response.type('html').send(errorDocument(service, { title: label, lead }))
}

/** Recognisable to its owner: `o…@poczta.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

/** A mail service posts for many readers. */
const ONE_CLICKS_PER_MINUTE = 1200

/** A GET shows a form, a POST unsubscribes. Mail programs post `List-Unsubscribe=One-Click` (RFC 8058; NEWS-20). */
export function unsubscription(settings: ReaderPagesSettings): Router {
  const { store, services, styles, now = () => new Date() } = settings
  const router = readerPages(settings, ONE_CLICKS_PER_MINUTE)
  router.get('/:token', async (request, response) => {
    const token = String(request.params.token)
    const known = await store.byManageToken(token)
    const row = known?.rows.find(({ manageToken }) => manageToken === token)
    if (!known || !row) return sendGone(response, styles)
    const { service, newsletter, isOneOfSeveral } = newsletterKeyed(services, row.service) ?? {}
    const page = unsubscribePage(pageOf(response, styles), {
      site: siteNameOf(service ?? contextOf(request).service),
      newsletter: isOneOfSeveral ? newsletter?.title : undefined,
      email: maskedEmail(known.email),
      hasOthers: known.rows.some(({ status, manageToken }) => status === 'confirmed' && manageToken !== token),
    })
    response.type('html').send(page)
  })
  router.post('/:token', async (request, response) => {
    request.resume()
    // Mail services repeat a POST.
    const [token, at] = [String(request.params.token), now().toISOString()]
    // The click ends the newsletter of its mail alone.
    if (request.query[ALL_PARAMETER] === undefined) await store.unsubscribe(token, at)
    else await store.setServices(token, [], at)
    response.type('html').send(unsubscribedPage(pageOf(response, styles)))
  })
  return router
}
