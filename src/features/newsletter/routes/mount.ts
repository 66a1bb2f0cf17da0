import type { Express, RequestHandler } from 'express'
import { renderIssue } from '../../../../mail/issue.ts'
import { issuePath } from '../../../content/issue-id.ts'
import { absoluteUrl } from '../../../content/links.ts'
import { CONFIRMATION_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../../../content/newsletter-paths.ts'
import { ISSUE_PREVIEW_PATH } from '../../../content/public-paths.ts'
import { forbidCaching } from '../../../edge/page-cache/policy.ts'
import { errorDocument } from '../../../edge/transport/minimal-response.ts'
import type { AppDependencies } from '../../../http/app-dependencies.ts'
import { perMinute } from '../../../http/middleware/post-guards.ts'
import { preloadedFonts } from '../../../http/middleware/preloaded-fonts.ts'
import { sharedLimit } from '../../../http/middleware/shared-limit.ts'
import { contextOf } from '../../../http/request-context.ts'
import type { ServiceName } from '../../../services/service.ts'
import type { IssueArchive } from '../issues/archive.ts'
import { checkedIssueLink } from '../issues/issue-ids.ts'
import { newsletterRoutes } from '../route-declarations.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { SubscriberStore } from '../store/store.ts'
import type { ConfirmingSubscribers, Subscribers } from '../subscribers.ts'
import { confirmation } from './confirmation.ts'
import { preferences } from './preferences.ts'
import { unsubscription } from './reader-pages.ts'
import { newsletter } from './subscription.ts'
import { newsletterWebhook } from './webhook.ts'

/** Readers of a mobile network share an IP address. */
const CLICKS_PER_MINUTE = 1200

export interface NewsletterRoutesSettings extends Pick<NewsletterSettings, 'newsletterWebhookToken'> {
  previewSecrets: Readonly<Record<ServiceName, string>>
}

/** What the routes act on. Absent parts are a provider's. */
interface RouteActs {
  subscribers: Subscribers
  confirmations?: ConfirmingSubscribers
  subscriberStore?: SubscriberStore
  issues: IssueArchive | undefined
  /** Loads what counts clicks. */
  issueLink?: RequestHandler<{ issue: string; link: string }> | undefined
}

export function mountRoutes(
  app: Express,
  dependencies: AppDependencies<NewsletterRoutesSettings>,
  { subscribers, confirmations, subscriberStore, issues, issueLink }: RouteActs,
): void {
  const { settings, services, rendering, store, bearer, log, metrics } = dependencies
  const { assets } = rendering.portal
  const limitStore = store && sharedLimit(store, 'newsletter')
  app.use('/api/sare', newsletter({ subscribers, services, log, limitStore, onPost: metrics.posted }))
  app.use([CONFIRMATION_PATH, UNSUBSCRIBE_PATH, PREFERENCES_PATH], preloadedFonts(assets.fonts))
  const limitStoresOf = (name: string) =>
    store && { visits: sharedLimit(store, `${name}-visits`), posts: sharedLimit(store, name) }
  const page = { services, styles: assets }
  if (confirmations) {
    const limitStores = limitStoresOf('confirmation')
    app.use(CONFIRMATION_PATH, confirmation({ ...page, subscribers: confirmations, limitStores }))
  }
  if (subscriberStore) {
    const kept = { ...page, store: subscriberStore }
    app.use(UNSUBSCRIBE_PATH, unsubscription({ ...kept, limitStores: limitStoresOf('unsubscription') }))
    app.use(PREFERENCES_PATH, preferences({ ...kept, limitStores: limitStoresOf('preferences') }))
    app.use(newsletterWebhook({ store: subscriberStore, bearer, token: settings.newsletterWebhookToken, log }))
  }
  if (issueLink) {
    const visits = store && sharedLimit(store, 'issue-links')
    app.get(newsletterRoutes.issueLink.path, perMinute(CLICKS_PER_MINUTE, visits), issueLink)
  }
  if (issues) app.get(`${ISSUE_PREVIEW_PATH}/:id`, issuePreview({ secrets: settings.previewSecrets, issues }))
}

interface IssuePreviewSettings {
  secrets: Readonly<Record<ServiceName, string>>
  issues: IssueArchive
}

/** A mail has only styles and images. */
const MAIL_POLICY =
  "default-src 'none'; img-src 'self' https: http:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation"

/**
 * `GET /preview/newsletter/{id}?expires=…&signature=…` shows an issue as a mail, `output=text` its plain form
 * (ISSUE-18). A subscriber's links lead to the issue's page instead.
 */
function issuePreview({ secrets, issues }: IssuePreviewSettings): RequestHandler<{ id: string }> {
  return async (request, response) => {
    forbidCaching(response)
    response.set({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    const { service } = contextOf(request)
    const refuse = (status: 403 | 404, words: { title: string; lead: string }): void => {
      response.status(status).type('html').send(errorDocument(service, words))
    }
    const secret = Object.hasOwn(secrets, service.name) ? secrets[service.name] : undefined
    if (secret === undefined) return refuse(404, service.messages.notFound)
    const { id } = request.params
    const isSigned =
      /^[\w-]{1,100}$/.test(id) && checkedIssueLink(secret, id, request.query, Math.floor(Date.now() / 1000))
    if (!isSigned) return refuse(403, service.messages.preview.refused)
    const issue = await issues.draft(service, id)
    if (!issue) return refuse(404, service.messages.preview.missing)
    const page = absoluteUrl(issuePath(issue.id), service)
    const mail = renderIssue(service, issue, { unsubscribeUrl: page, preferencesUrl: page, webUrl: page })
    if (request.query.output === 'text') {
      response.type('text').send(mail.text)
      return
    }
    response.setHeader('content-security-policy', MAIL_POLICY)
    response.type('html').send(mail.html)
  }
}
