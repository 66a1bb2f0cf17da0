import type { AmpStyles } from '../../amp/extensions.ts'
import type { BreakingLine } from '../content/breaking.ts'
import type { MostReadOf } from '../content/most-read.ts'
import type { PageViews } from '../edge/page-cache/page-views.ts'
import type { OtherReleases } from '../edge/releases/other-releases.ts'
import type { Disbelief, TrustProxy } from '../edge/transport/strict-transport.ts'
import type { WordPressMedia } from '../features/media/wordpress-media.ts'
import type { NewsletterRoutes } from '../features/newsletter/routes/mount.ts'
import type { Readiness } from '../http/handlers/operations.ts'
import type { PurgeSettings } from '../http/handlers/purge.ts'
import type { AmpProviders, Integrations } from '../integrations/settings.ts'
import type { Failures } from '../observability/error-reports/failures.ts'
import type { AccessLog } from '../observability/log/access-log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Tracing } from '../observability/tracing/span.ts'
import type { Service } from '../services/service.ts'
import type { ContentRepositories } from '../sources/content-repositories.ts'
import type { GiphyOrigins } from '../sources/giphy/item.ts'
import type { WordPressSource } from '../sources/wordpress/wordpress.ts'
import type { Lifetimes } from '../system/cache-policy.ts'
import type { Report } from '../system/report.ts'

/** What the application is made of. */
export interface AppDependencies extends NewsletterRoutes {
  repositories: ContentRepositories
  /** URL of a service's WordPress; undefined: its content comes from elsewhere. */
  cmsUrlOf: (service: Service) => string | undefined
  /** Absent: no content comes from a WordPress. */
  wordPressMedia?: WordPressMedia
  serviceOf: (host: string | undefined) => Service
  /** Files of other releases; absent: they are kept nowhere. */
  otherReleases?: OtherReleases
  ampStyles: AmpStyles
  integrations: Integrations
  /** What AMP documents have instead of scripts of third parties. */
  ampProviders: AmpProviders
  /** PEM; absent: nothing is signed for AMP caches. */
  ampPublicKey?: string
  feeds: { hub?: string; idHost?: string }
  /** Absent: no animation comes from Giphy. */
  giphyOrigins?: GiphyOrigins
  /** Absent: readers' comments are not WordPress'. */
  postComment?: WordPressSource['postComment']
  /** Absent: content is not WordPress'. */
  sendForm?: WordPressSource['sendForm']
  /** The line above the header of a service's pages; absent: there is never one. */
  breaking?(service: Service): BreakingLine | undefined
  /** Name of the newsletter's provider, for readers; absent: the portal keeps its subscribers. */
  newsletterKeeper?: string
  /** What one image of the newsroom may take while it is resized. Bytes. */
  imageMemory: number
  folders: {
    build: string
    /** Files served from `/`, the first that has one wins. */
    public: readonly string[]
    /** The site folder; absent: there is none. */
    site?: string
    newsroomImages?: string
  }
  readiness: Readiness
  trusts: TrustProxy
  /** Called for each proxy that sends forwarded headers and is not trusted. */
  disbelieve: Disbelief
  metrics: Metrics
  /** Called when a reader's page asks for updates of a coverage. */
  onCoverageAsked?: () => void
  metricsToken?: string
  /** Absent: no `security.txt`, unless the operator's own files have one. */
  securityContacts?: readonly string[]
  /** Key of IndexNow; absent: search engines get no notices. */
  searchNoticeKey?: string
  purge: Pick<PurgeSettings, 'token' | 'purge' | 'onAll'>
  /** The articles that readers open most. */
  mostRead: MostReadOf
  /** Counts views of articles where no page cache does; absent: it does. */
  views?: Pick<PageViews, 'seen'>
  /** Counts articles that browsers had in advance; absent: no view is counted. */
  prefetchedViews?: Pick<PageViews, 'shown'>
  /** Absent: no access log. */
  access?: AccessLog
  /** Absent: nothing is traced. */
  tracing?: Tracing
  /** Receives pages that fail; absent: failures are in the log alone. */
  failures?: Failures
  version: string
  /** How long other caches may keep pages; absent: nothing in front is purged. */
  lifetimes?: Lifetimes
  report: Report
}
