import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { AmpStyles } from '../../amp/extensions.ts'
import type { Assets } from '../../views/context.ts'
import type { BreakingLine } from '../content/breaking.ts'
import { FORMS_API } from '../content/contact-form.ts'
import { frameOriginsOf } from '../content/embeds.ts'
import { AMP_NEXT_PATH, AMP_PREFIX, DATED_PATH } from '../content/links.ts'
import { MOST_READ_API, type MostReadOf } from '../content/most-read.ts'
import { CONFIRMATION_PATH, PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../content/newsletter-paths.ts'
import { SCROLL_POSTS_API } from '../content/scroll-posts.ts'
import { UPLOADS } from '../content/upload-paths.ts'
import type { PageViews } from '../edge/page-cache/page-views.ts'
import { forbidCaching } from '../edge/page-cache/policy.ts'
import type { OtherReleases } from '../edge/releases/other-releases.ts'
import type { Disbelief, TrustProxy } from '../edge/transport/strict-transport.ts'
import { believedParent } from '../edge/transport/trace-parent.ts'
import { AMP_KEY_PATH } from '../features/amp-caches/amp-caches.ts'
import { ampKey } from '../features/amp-caches/amp-key.ts'
import { keyPath } from '../features/announcements/indexnow.ts'
import { indexNowKey } from '../features/announcements/indexnow-key.ts'
import { commentFeeds } from '../features/comments/comment-feeds.ts'
import { comments } from '../features/comments/comments.ts'
import { CONSENT_PATH, consentTexts } from '../features/consent/consent.ts'
import { contactForms } from '../features/contact-forms/contact-forms.ts'
import { feed } from '../features/feeds/feeds.ts'
import { liveFragment } from '../features/live/live-fragment.ts'
import { marfeelScript } from '../features/measurement/marfeel.ts'
import { cmsFiles } from '../features/media/cms-files.ts'
import { icons } from '../features/media/icons.ts'
import { MEDIA_PATH, media } from '../features/media/media.ts'
import { remoteMedia } from '../features/media/remote-media.ts'
import { shareImages } from '../features/media/share-images.ts'
import { uploads } from '../features/media/uploads.ts'
import type { WordPressMedia } from '../features/media/wordpress-media.ts'
import { prefetchedViews } from '../features/most-read/prefetched-views.ts'
import { mostReadApi, mostReadFigures } from '../features/most-read/routes.ts'
import { ISSUE_PREVIEW_PATH } from '../features/newsletter/issue-link.ts'
import type { IssueArchive } from '../features/newsletter/issues/archive.ts'
import { confirmation } from '../features/newsletter/routes/confirmation.ts'
import { issuePreview } from '../features/newsletter/routes/issue-preview.ts'
import { preferences } from '../features/newsletter/routes/preferences.ts'
import { newsletter } from '../features/newsletter/routes/subscription.ts'
import { unsubscription } from '../features/newsletter/routes/unsubscription.ts'
import { newsletterWebhook } from '../features/newsletter/routes/webhook.ts'
import type { SubscriberStore } from '../features/newsletter/store/store.ts'
import type { ConfirmingSubscribers, Subscribers } from '../features/newsletter/subscribers.ts'
import { oEmbed } from '../features/oembed/oembed.ts'
import { installable } from '../features/offline/installable.ts'
import { episodePart, podcast } from '../features/podcasts/podcasts.ts'
import { PREVIEW_PATH } from '../features/previews/link.ts'
import { preview } from '../features/previews/preview.ts'
import { ampNext } from '../features/reading-on/amp-next.ts'
import { articleFragment } from '../features/reading-on/article-fragment.ts'
import { scrollPosts } from '../features/reading-on/scroll-posts.ts'
import { searchApi, suggestionsApi } from '../features/search/search-api.ts'
import { sitemaps } from '../features/sitemaps/sitemaps.ts'
import { enclosedFiles, isPublicWeb } from '../http/enclosed-files.ts'
import { ampArticle, ampShortcut } from '../http/handlers/amp.ts'
import { metricsEndpoint } from '../http/handlers/metrics.ts'
import { operations, type Readiness } from '../http/handlers/operations.ts'
import { ownFonts } from '../http/handlers/own-fonts.ts'
import { pages } from '../http/handlers/pages.ts'
import { publicFiles } from '../http/handlers/public-files.ts'
import { type PurgeSettings, purgeEndpoint } from '../http/handlers/purge.ts'
import { releaseFiles } from '../http/handlers/release-files.ts'
import { SECURITY_TXT_PATH, securityTxt } from '../http/handlers/security-txt.ts'
import { wordPressPaths } from '../http/handlers/wordpress-paths.ts'
import { bearerTokens } from '../http/middleware/bearer.ts'
import { compressed } from '../http/middleware/compression.ts'
import { countViews } from '../http/middleware/count-views.ts'
import { countedQuery } from '../http/middleware/counted-query.ts'
import { failure } from '../http/middleware/error-handler.ts'
import { noticeForwardedHeaders } from '../http/middleware/forwarded-headers.ts'
import { nameJsonResponses } from '../http/middleware/json-responses.ts'
import { knownMethods } from '../http/middleware/known-methods.ts'
import { preloadedFonts } from '../http/middleware/preloaded-fonts.ts'
import { requestLog } from '../http/middleware/request-log.ts'
import { closedPolicy, securityHeaders } from '../http/middleware/security-headers.ts'
import { sharedLimit } from '../http/middleware/shared-limit.ts'
import { traced } from '../http/middleware/tracing.ts'
import { guardUrl } from '../http/middleware/url-guard.ts'
import { requestContext } from '../http/request-context.ts'
import { integrationsForPolicy } from '../integrations/for-service.ts'
import type { AmpProviders, Integrations } from '../integrations/settings.ts'
import { createMediaClient } from '../media/remote/media-client.ts'
import type { Failures } from '../observability/error-reports/failures.ts'
import type { AccessLog } from '../observability/log/access-log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Tracing } from '../observability/tracing/span.ts'
import { COMMENTS_API } from '../seo/comment-paths.ts'
import { CHAPTERS_PATH, COMMENTS_FEED_PATHS, FEED_PATHS, PODCAST_PATH, TRANSCRIPT_PATH } from '../seo/feed-path.ts'
import { OEMBED_PATH } from '../seo/oembed-path.ts'
import { ownStylesOf } from '../services/own-style.ts'
import type { Service, ServiceName, Services } from '../services/service.ts'
import type { ContentRepositories } from '../sources/content-repositories.ts'
import type { GiphyOrigins } from '../sources/giphy/item.ts'
import type { WordPressSource } from '../sources/wordpress/wordpress.ts'
import type { Lifetimes } from '../system/cache-policy.ts'
import type { Report } from '../system/report.ts'
import type { SharedStore } from '../system/store/shared-store.ts'

export interface AppDependencies {
  repositories: ContentRepositories
  services: Services
  /** URL of a service's WordPress; undefined: its content comes from elsewhere. */
  cmsUrlOf: (service: Service) => string | undefined
  /** Absent: no content comes from a WordPress. */
  wordPressMedia?: WordPressMedia
  serviceOf: (host: string | undefined) => Service
  assets: Assets
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
  subscribers: Subscribers
  /** Name of the newsletter's provider, for readers; absent: the portal keeps its subscribers. */
  newsletterKeeper?: string
  /** Issues of the newsletter; absent: a provider sends them. */
  issues?: IssueArchive
  /** Absent: the provider has its own confirmation pages. */
  confirmations?: ConfirmingSubscribers
  /** Absent: a provider keeps the subscribers. */
  subscriberStore?: SubscriberStore
  /** Token of the mail service's reports; absent: no such endpoint. */
  newsletterWebhookToken?: string
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
  /** Secrets of preview links, by service. */
  previewSecrets: Readonly<Record<ServiceName, string>>
  /** The articles that readers open most. */
  mostRead: MostReadOf
  /** Counts views of articles where no page cache does; absent: it does. */
  views?: Pick<PageViews, 'seen'>
  /** Counts articles that browsers had in advance; absent: no view is counted. */
  prefetchedViews?: Pick<PageViews, 'shown'>
  /** Absent: this is the only instance. */
  store?: SharedStore
  /** Absent: no access log. */
  access?: AccessLog
  /** Absent: nothing is traced. */
  tracing?: Tracing
  /** Receives pages that fail; absent: failures are in the log alone. */
  failures?: Failures
  version: string
  /** How long other caches may keep pages; absent: nothing in front is purged. */
  lifetimes?: Lifetimes
  log: Logger
  report: Report
}

/** Not cached: another instance may have the file. */
const missingFile: RequestHandler = (_request, response) => {
  forbidCaching(response)
  response.status(404).type('text').send('404')
}

/** The application: every middleware and route, in order. Never listens. */
export function createApp(deps: AppDependencies): Express {
  const {
    repositories,
    services,
    cmsUrlOf,
    wordPressMedia,
    serviceOf,
    assets,
    otherReleases,
    ampStyles,
    integrations,
    ampProviders,
    ampPublicKey,
    feeds,
    giphyOrigins,
    postComment,
    sendForm,
    breaking = () => undefined,
    subscribers,
    confirmations,
    issues,
    subscriberStore,
    newsletterKeeper,
    newsletterWebhookToken: webhookToken,
    folders,
    imageMemory,
    readiness,
    trusts,
    disbelieve,
    metrics,
    onCoverageAsked,
    metricsToken,
    securityContacts,
    searchNoticeKey,
    purge,
    previewSecrets,
    mostRead,
    views,
    prefetchedViews: shownViews,
    store,
    access,
    tracing,
    failures,
    version,
    lifetimes,
    log,
    report,
  } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', 'simple')
  app.set('trust proxy', trusts)
  nameJsonResponses(app)

  const logRequest = requestLog({ metrics, ...(access && { access }) })
  const observers = [
    ...(tracing ? [traced(tracing, believedParent(trusts))] : []),
    logRequest,
    ...(views ? [countViews(views)] : []),
  ]
  app.use(requestContext(serviceOf, observers, lifetimes))
  app.use(noticeForwardedHeaders(trusts, disbelieve))
  app.use(
    securityHeaders({
      assets,
      ownStyles: ownStylesOf(services),
      integrations: integrationsForPolicy(integrations, services),
      frameOrigins: frameOriginsOf(services),
      ...(giphyOrigins && { giphyOrigins }),
    }),
  )
  app.use(guardUrl)
  app.use(countedQuery)
  app.use(knownMethods)
  app.use(compressed())

  const portal = {
    services,
    assets,
    integrations,
    hasAnimations: giphyOrigins !== undefined,
    report,
    mostRead,
    ...(issues && { issues }),
    newsletter: { mails: subscribers.isDiscreet, ...(newsletterKeeper !== undefined && { keeper: newsletterKeeper }) },
  }
  const page = pages({ portal, reader: repositories.reader, breaking, log, ...(failures && { failures }) })
  // First, as most rendered pages are articles.
  app.get(DATED_PATH, page)
  app.get(
    `${AMP_PREFIX}/*path`,
    ampArticle({
      reader: repositories.reader,
      breaking,
      styles: ampStyles,
      integrations,
      providers: ampProviders,
      report,
    }),
  )

  app.use(['/assets', '/icons', MEDIA_PATH], closedPolicy)
  app.use(operations(readiness, version))
  const bearer = bearerTokens({ log, ...(store && { store: sharedLimit(store, 'wrong-tokens') }) })
  app.get('/metrics', bearer(metricsToken), metricsEndpoint(metrics))
  app.use(purgeEndpoint({ ...purge, bearer }))
  const readers = { mostRead, reader: repositories.reader }
  app.use(mostReadFigures(readers, services, bearer(metricsToken)))
  app.use(shareImages(folders, services))
  // Existing assets have been served before (static-files.ts).
  if (otherReleases) app.use('/assets', releaseFiles(otherReleases))
  app.use('/assets', missingFile)
  if (folders.newsroomImages !== undefined) app.use(MEDIA_PATH, media(folders.newsroomImages, log, imageMemory))
  if (wordPressMedia) app.use(MEDIA_PATH, remoteMedia(wordPressMedia.media, wordPressMedia.images, log))
  // First, so that the operator's own icon and `security.txt` win.
  for (const folder of folders.public) app.use(publicFiles(folder))
  if (wordPressMedia) app.use(uploads(wordPressMedia.siteOf, wordPressMedia.client, log))
  app.use(ownFonts(folders, services))
  if (securityContacts) app.get(SECURITY_TXT_PATH, securityTxt(securityContacts))
  if (ampPublicKey !== undefined) app.get(AMP_KEY_PATH, ampKey(ampPublicKey))
  if (searchNoticeKey !== undefined) app.get(keyPath(searchNoticeKey), indexNowKey(searchNoticeKey))
  // After the portal's own `security.txt`.
  if (wordPressMedia) app.use(cmsFiles(wordPressMedia.siteOf, wordPressMedia.client, log))
  app.use(installable({ assets, build: folders.build }))
  app.use(icons(folders.build, services))

  const files = enclosedFiles({
    app,
    services,
    ...((folders.newsroomImages !== undefined || wordPressMedia) && { images: `${MEDIA_PATH}/` }),
    ...(wordPressMedia && { files: UPLOADS }),
    publicFolders: folders.public,
    client: createMediaClient({ sites: [], hosts: [] }, {}, isPublicWeb),
  })
  const syndication = { ...feeds, reader: repositories.reader, report, factsOf: files.factsOf }
  app.get(FEED_PATHS.atom, feed('atom', syndication))
  app.get(FEED_PATHS.rss, feed('rss', syndication))
  const commentFeedsOf = { reader: repositories.reader, ...(feeds.idHost !== undefined && { idHost: feeds.idHost }) }
  app.get(COMMENTS_FEED_PATHS.atom, commentFeeds('atom', commentFeedsOf))
  app.get(COMMENTS_FEED_PATHS.rss, commentFeeds('rss', commentFeedsOf))
  app.get(PODCAST_PATH, podcast({ ...commentFeedsOf, files, report }))
  app.get(CHAPTERS_PATH, episodePart('chapters', repositories))
  app.get(TRANSCRIPT_PATH, episodePart('transcript', repositories))
  app.get(OEMBED_PATH, oEmbed({ services, reader: repositories.reader }))
  app.use(sitemaps(repositories.reader))

  app.get('/marfeel.js', marfeelScript(integrations.marfeelAccount))

  const limitStore = store && { limitStore: sharedLimit(store, 'newsletter') }
  app.use('/api/sare', newsletter({ subscribers, services, log, ...limitStore, onPost: metrics.posted }))
  app.use([CONFIRMATION_PATH, UNSUBSCRIBE_PATH, PREFERENCES_PATH], preloadedFonts(assets.fonts))
  if (confirmations) {
    const limitStores = store && {
      visits: sharedLimit(store, 'confirmation-visits'),
      posts: sharedLimit(store, 'confirmation'),
    }
    const settings = { subscribers: confirmations, services, styles: assets }
    app.use(CONFIRMATION_PATH, confirmation({ ...settings, ...(limitStores && { limitStores }) }))
  }
  if (subscriberStore) {
    const limitStores = (name: string) =>
      store && {
        limitStores: { visits: sharedLimit(store, `${name}-visits`), posts: sharedLimit(store, name) },
      }
    const settings = { store: subscriberStore, services, styles: assets }
    app.use(UNSUBSCRIBE_PATH, unsubscription({ ...settings, ...limitStores('unsubscription') }))
    app.use(PREFERENCES_PATH, preferences({ ...settings, ...limitStores('preferences') }))
    app.use(newsletterWebhook({ store: subscriberStore, bearer, token: webhookToken, log }))
  }
  app.get(
    `${PREVIEW_PATH}/:id`,
    preview({ secrets: previewSecrets, reader: repositories.reader, portal, ampStyles, giphyOrigins, cmsUrlOf }),
  )
  if (issues) app.get(`${ISSUE_PREVIEW_PATH}/:id`, issuePreview({ secrets: previewSecrets, issues }))
  if (postComment) {
    const limitStores = store && {
      posts: sharedLimit(store, 'comments'),
      forms: sharedLimit(store, 'comment-forms'),
    }
    const settings = {
      reader: repositories.reader,
      postComment,
      purge: purge.purge,
      services,
      styles: assets,
      log,
    }
    app.use(COMMENTS_API, comments({ ...settings, ...(limitStores && { limitStores }) }))
  }
  if (sendForm) {
    const limit = store && { limitStore: sharedLimit(store, 'contact-forms') }
    const settings = { reader: repositories.reader, sendForm, services, styles: assets, log, ...limit }
    app.use(FORMS_API, contactForms(settings))
  }
  app.get(CONSENT_PATH, consentTexts({ integrations, hasAnimations: giphyOrigins !== undefined }))
  app.get('/amp/*path', ampShortcut)
  app.get('/search/:query/suggestions', suggestionsApi(repositories.reader))
  app.get('/search/:query/:page', searchApi(repositories.reader))
  app.get(MOST_READ_API, mostReadApi(readers))
  app.use(prefetchedViews(repositories.reader, shownViews))
  app.get(SCROLL_POSTS_API, scrollPosts(repositories.reader))
  app.get(`${AMP_NEXT_PATH}/*path`, ampNext({ reader: repositories.reader, services }))
  app.get('/fragment/live/*path', liveFragment({ portal, reader: repositories.reader, onAsked: onCoverageAsked }))
  app.get('/fragment/*path', articleFragment({ portal, reader: repositories.reader }))
  app.use(wordPressPaths(cmsUrlOf, { hasComments: postComment !== undefined }))
  app.use(page)
  app.use(failure(log, failures))
  return app
}
