import type { Express } from 'express'
import type { Logger } from 'pino'
import type { Assets } from '../../../../views/context.ts'
import { CONFIRMATION_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../../../content/newsletter-paths.ts'
import { ISSUE_PREVIEW_PATH } from '../../../content/public-paths.ts'
import type { Bearer } from '../../../http/middleware/bearer.ts'
import { preloadedFonts } from '../../../http/middleware/preloaded-fonts.ts'
import { sharedLimit } from '../../../http/middleware/shared-limit.ts'
import type { Metrics } from '../../../observability/metrics.ts'
import type { ServiceName, Services } from '../../../services/service.ts'
import type { SharedStore } from '../../../system/store/shared-store.ts'
import type { IssueArchive } from '../issues/archive.ts'
import type { SubscriberStore } from '../store/store.ts'
import type { ConfirmingSubscribers, Subscribers } from '../subscribers.ts'
import { confirmation } from './confirmation.ts'
import { issuePreview } from './issue-preview.ts'
import { preferences } from './preferences.ts'
import { newsletter } from './subscription.ts'
import { unsubscription } from './unsubscription.ts'
import { newsletterWebhook } from './webhook.ts'

export interface NewsletterRoutes {
  services: Services
  assets: Assets
  subscribers: Subscribers
  issues?: IssueArchive
  confirmations?: ConfirmingSubscribers
  subscriberStore?: SubscriberStore
  newsletterWebhookToken?: string
  previewSecrets: Readonly<Record<ServiceName, string>>
  metrics: Pick<Metrics, 'posted'>
  store?: SharedStore
  log: Logger
}

export function mountNewsletter(app: Express, routes: NewsletterRoutes, bearer: Bearer): void {
  const { services, assets, subscribers, confirmations, subscriberStore, issues, store, log, metrics } = routes
  const limitStore = store && { limitStore: sharedLimit(store, 'newsletter') }
  app.use('/api/sare', newsletter({ subscribers, services, log, ...limitStore, onPost: metrics.posted }))
  app.use([CONFIRMATION_PATH, UNSUBSCRIBE_PATH, PREFERENCES_PATH], preloadedFonts(assets.fonts))
  const limitStores = (name: string) =>
    store && { limitStores: { visits: sharedLimit(store, `${name}-visits`), posts: sharedLimit(store, name) } }
  const page = { services, styles: assets }
  if (confirmations) {
    app.use(CONFIRMATION_PATH, confirmation({ ...page, subscribers: confirmations, ...limitStores('confirmation') }))
  }
  if (subscriberStore) {
    const settings = { ...page, store: subscriberStore }
    app.use(UNSUBSCRIBE_PATH, unsubscription({ ...settings, ...limitStores('unsubscription') }))
    app.use(PREFERENCES_PATH, preferences({ ...settings, ...limitStores('preferences') }))
    const { newsletterWebhookToken: token } = routes
    app.use(newsletterWebhook({ store: subscriberStore, bearer, token, log }))
  }
  if (issues) app.get(`${ISSUE_PREVIEW_PATH}/:id`, issuePreview({ secrets: routes.previewSecrets, issues }))
}
