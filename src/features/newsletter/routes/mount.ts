import type { Express } from 'express'
import { CONFIRMATION_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../../../content/newsletter-paths.ts'
import { ISSUE_PREVIEW_PATH } from '../../../content/public-paths.ts'
import type { AppDependencies } from '../../../http/app-dependencies.ts'
import { preloadedFonts } from '../../../http/middleware/preloaded-fonts.ts'
import { sharedLimit } from '../../../http/middleware/shared-limit.ts'
import type { ServiceName } from '../../../services/service.ts'
import type { IssueArchive } from '../issues/archive.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { SubscriberStore } from '../store/store.ts'
import type { ConfirmingSubscribers, Subscribers } from '../subscribers.ts'
import { confirmation } from './confirmation.ts'
import { issuePreview } from './issue-preview.ts'
import { preferences } from './preferences.ts'
import { unsubscription } from './reader-pages.ts'
import { newsletter } from './subscription.ts'
import { newsletterWebhook } from './webhook.ts'

export interface NewsletterRoutesSettings extends Pick<NewsletterSettings, 'newsletterWebhookToken'> {
  previewSecrets: Readonly<Record<ServiceName, string>>
}

/** What the routes act on. Absent parts are a provider's. */
interface RouteActs {
  subscribers: Subscribers
  confirmations?: ConfirmingSubscribers
  subscriberStore?: SubscriberStore
  issues: IssueArchive | undefined
}

export function mountRoutes(
  app: Express,
  dependencies: AppDependencies<NewsletterRoutesSettings>,
  { subscribers, confirmations, subscriberStore, issues }: RouteActs,
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
  if (issues) app.get(`${ISSUE_PREVIEW_PATH}/:id`, issuePreview({ secrets: settings.previewSecrets, issues }))
}
