import type { Express, RequestHandler } from 'express'
import {
  CONFIRMATION_PATH,
  PREFERENCES_PATH,
  UNSUBSCRIBE_PATH,
  WEBHOOK_PATH,
} from '../../../content/newsletter-paths.ts'
import { ISSUE_PREVIEW_PATH } from '../../../content/public-paths.ts'
import type { AppDependencies } from '../../../http/app-dependencies.ts'
import { lateHandler } from '../../../http/late-handler.ts'
import { perMinute } from '../../../http/middleware/post-guards.ts'
import { preloadedFonts } from '../../../http/middleware/preloaded-fonts.ts'
import { sharedLimit } from '../../../http/middleware/shared-limit.ts'
import type { ServiceName } from '../../../services/service.ts'
import type { IssueArchive } from '../issues/archive.ts'
import { newsletterRoutes } from '../route-declarations.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { SubscriberStore } from '../store/store.ts'
import type { ConfirmingSubscribers, Subscribers } from '../subscribers.ts'

/** Readers of a mobile network share an IP address. */
const CLICKS_PER_MINUTE = 1200

export interface NewsletterRoutesSettings extends Pick<NewsletterSettings, 'newsletterWebhookToken'> {
  previewSecrets: Readonly<Record<ServiceName, string>>
}

/** Absent parts are a provider's. */
interface RouteActs {
  subscribers: Subscribers
  confirmations?: ConfirmingSubscribers
  subscriberStore?: SubscriberStore
  issues: IssueArchive | undefined
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
  const subscription = lateHandler(async () => {
    const { newsletter } = await import('./subscription.ts')
    return newsletter({ subscribers, services, log, limitStore, onPost: metrics.posted })
  })
  app.use('/api/sare', subscription)
  app.use([CONFIRMATION_PATH, UNSUBSCRIBE_PATH, PREFERENCES_PATH], preloadedFonts(assets.fonts))
  const limitStoresOf = (name: string) =>
    store && { visits: sharedLimit(store, `${name}-visits`), posts: sharedLimit(store, name) }
  const page = { services, styles: assets }
  if (confirmations) {
    const handler = lateHandler(async () => {
      const { confirmation } = await import('./confirmation.ts')
      return confirmation({ ...page, subscribers: confirmations, limitStores: limitStoresOf('confirmation') })
    })
    app.use(CONFIRMATION_PATH, handler)
  }
  if (subscriberStore) mountReaderPages(subscriberStore)
  if (issues) {
    const handler = lateHandler<{ id: string }>(async () => {
      const { issuePreview } = await import('./issue-preview.ts')
      return issuePreview({ secrets: settings.previewSecrets, issues })
    })
    app.get(`${ISSUE_PREVIEW_PATH}/:id`, handler)
  }
  if (issueLink) {
    const visits = store && sharedLimit(store, 'issue-links')
    app.get(newsletterRoutes.issueLink.path, perMinute(CLICKS_PER_MINUTE, visits), issueLink)
  }

  function mountReaderPages(subscribed: SubscriberStore): void {
    const kept = { ...page, store: subscribed }
    const unsubscribing = lateHandler(async () => {
      const { unsubscription } = await import('./reader-pages.ts')
      return unsubscription({ ...kept, limitStores: limitStoresOf('unsubscription') })
    })
    const choosing = lateHandler(async () => {
      const { preferences } = await import('./preferences.ts')
      return preferences({ ...kept, limitStores: limitStoresOf('preferences') })
    })
    const reports = lateHandler(async () => {
      const { newsletterWebhook } = await import('./webhook.ts')
      return newsletterWebhook({ store: subscribed, bearer, token: settings.newsletterWebhookToken, log })
    })
    app.use(UNSUBSCRIBE_PATH, unsubscribing)
    app.use(PREFERENCES_PATH, choosing)
    app.all(`${WEBHOOK_PATH}/*path`, reports)
  }
}
