import express, { type Express, type RequestHandler } from 'express'
import { FORMS_API } from '../content/contact-form.ts'
import { frameOriginsOf } from '../content/embeds.ts'
import { MOST_READ_API } from '../content/most-read.ts'
import { AMP_NEXT_PATH, AMP_PREFIX, DATED_PATH, OEMBED_PATH, PREVIEW_PATH } from '../content/public-paths.ts'
import { SCROLL_POSTS_API } from '../content/scroll-posts.ts'
import { UPLOADS } from '../content/upload-paths.ts'
import { forbidCaching } from '../edge/page-cache/policy.ts'
import { believedParent } from '../edge/transport/request-id.ts'
import { AMP_KEY_PATH, ampKey } from '../features/amp-caches/amp-caches.ts'
import { indexNowKey, keyPath } from '../features/announcements/indexnow.ts'
import { mountComments } from '../features/comments/mount.ts'
import { CONSENT_PATH, consentTexts } from '../features/consent/consent.ts'
import { contactForms } from '../features/contact-forms/contact-forms.ts'
import { feed } from '../features/feeds/feeds.ts'
import { liveFragment } from '../features/live/live-fragment.ts'
import { marfeelScript } from '../features/measurement/marfeel.ts'
import { cmsFiles } from '../features/media/cms-files.ts'
import { icons } from '../features/media/icons.ts'
import { MEDIA_PATH, media as newsroomMedia } from '../features/media/media.ts'
import { remoteMedia } from '../features/media/remote-media.ts'
import { shareImages } from '../features/media/share-images.ts'
import { uploads } from '../features/media/uploads.ts'
import { prefetchedViews } from '../features/most-read/prefetched-views.ts'
import { mostReadApi, mostReadFigures } from '../features/most-read/routes.ts'
import { mountNewsletter } from '../features/newsletter/routes/mount.ts'
import { oEmbed } from '../features/oembed/oembed.ts'
import { installable } from '../features/offline/installable.ts'
import { mountPodcasts } from '../features/podcasts/mount.ts'
import { preview } from '../features/previews/preview.ts'
import { ampNext } from '../features/reading-on/amp-next.ts'
import { articleFragment } from '../features/reading-on/article-fragment.ts'
import { scrollPosts } from '../features/reading-on/scroll-posts.ts'
import { searchApi, suggestionsApi } from '../features/search/search-api.ts'
import { sitemaps } from '../features/sitemaps/sitemaps.ts'
import { enclosedFiles, isPublicWeb } from '../http/enclosed-files.ts'
import { ampArticle, ampShortcut } from '../http/handlers/amp.ts'
import { metricsEndpoint } from '../http/handlers/metrics.ts'
import { operations } from '../http/handlers/operations.ts'
import { ownFonts } from '../http/handlers/own-fonts.ts'
import { pages } from '../http/handlers/pages.ts'
import { publicFiles } from '../http/handlers/public-files.ts'
import { purgeEndpoint } from '../http/handlers/purge.ts'
import { releaseFiles } from '../http/handlers/release-files.ts'
import { SECURITY_TXT_PATH, securityTxt } from '../http/handlers/security-txt.ts'
import { wordPressPaths } from '../http/handlers/wordpress-paths.ts'
import { type Bearer, bearerTokens } from '../http/middleware/bearer.ts'
import { compressed } from '../http/middleware/compression.ts'
import { countViews } from '../http/middleware/count-views.ts'
import { countedQuery } from '../http/middleware/counted-query.ts'
import { failure } from '../http/middleware/error-handler.ts'
import { noticeForwardedHeaders } from '../http/middleware/forwarded-headers.ts'
import { nameJsonResponses } from '../http/middleware/json-responses.ts'
import { knownMethods } from '../http/middleware/known-methods.ts'
import { requestLog } from '../http/middleware/request-log.ts'
import { closedPolicy, securityHeaders } from '../http/middleware/security-headers.ts'
import { sharedLimit } from '../http/middleware/shared-limit.ts'
import { traced } from '../http/middleware/tracing.ts'
import { guardUrl } from '../http/middleware/url-guard.ts'
import { requestContext } from '../http/request-context.ts'
import { integrationsForPolicy } from '../integrations/for-service.ts'
import { createMediaClient } from '../media/remote/media-client.ts'
import { FEED_PATHS } from '../seo/feed-path.ts'
import { ownStylesOf } from '../services/own-style.ts'
import type { AppDependencies } from './app-dependencies.ts'
import { ROUTES } from './routes.ts'

/** Not cached: another instance may have the file. */
const missingFile: RequestHandler = (_request, response) => {
  forbidCaching(response)
  response.status(404).type('text').send('404')
}

/** The application: every middleware and route, in order. Never listens. */
export function createApp(deps: AppDependencies): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', 'simple')
  app.set('trust proxy', deps.trusts)
  nameJsonResponses(app)
  mountMiddleware(app, deps)

  const portal = portalOf(deps)
  const page = pages({
    ...{ portal, reader: deps.repositories.reader, breaking: breakingOf(deps), log: deps.log },
    ...(deps.failures && { failures: deps.failures }),
  })
  // First, as most rendered pages are articles.
  app.get(DATED_PATH, page)
  mountAmpDocuments(app, deps)
  const bearer = bearerTokens({ log: deps.log, ...(deps.store && { store: sharedLimit(deps.store, 'wrong-tokens') }) })
  mountOperations(app, deps, bearer)
  mountFiles(app, deps)
  mountFeeds(app, deps)
  app.get('/marfeel.js', marfeelScript(deps.integrations.marfeelAccount))
  mountNewsletter(app, deps, bearer)
  mountForms(app, deps)
  mountParts(app, deps, portal)
  app.use(wordPressPaths(deps.cmsUrlOf, { hasComments: deps.postComment !== undefined }))
  app.use(page)
  app.use(failure(deps.log, deps.failures))
  return app
}

const breakingOf = ({ breaking = () => undefined }: AppDependencies) => breaking

function mountMiddleware(app: Express, deps: AppDependencies): void {
  const { services, assets, integrations, giphyOrigins, trusts, disbelieve, metrics, access, tracing, views } = deps
  const observers = [
    ...(tracing ? [traced(tracing, believedParent(trusts))] : []),
    requestLog({ metrics, routes: ROUTES, access }),
    ...(views ? [countViews(views, ROUTES)] : []),
  ]
  app.use(requestContext(deps.serviceOf, observers, deps.lifetimes))
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
  app.use(countedQuery(ROUTES))
  app.use(knownMethods)
  app.use(compressed())
}

/** What renderings of pages and of their parts share. */
function portalOf(deps: AppDependencies) {
  const { services, assets, integrations, giphyOrigins, report, mostRead, issues, subscribers, newsletterKeeper } = deps
  return {
    services,
    assets,
    integrations,
    hasAnimations: giphyOrigins !== undefined,
    report,
    mostRead,
    ...(issues && { issues }),
    newsletter: { mails: subscribers.isDiscreet, ...(newsletterKeeper !== undefined && { keeper: newsletterKeeper }) },
  }
}

function mountAmpDocuments(app: Express, deps: AppDependencies): void {
  const { repositories, ampStyles: styles, integrations, ampProviders: providers, report } = deps
  const document = ampArticle({
    reader: repositories.reader,
    breaking: breakingOf(deps),
    styles,
    integrations,
    providers,
    report,
  })
  app.get(`${AMP_PREFIX}/*path`, document)
}

function mountOperations(app: Express, deps: AppDependencies, bearer: Bearer): void {
  const { readiness, version, metrics, metricsToken, purge, mostRead, repositories, services } = deps
  app.use(['/assets', '/icons', MEDIA_PATH], closedPolicy)
  app.use(operations(readiness, version))
  app.get('/metrics', bearer(metricsToken), metricsEndpoint(metrics))
  app.use(purgeEndpoint({ ...purge, bearer }))
  app.use(mostReadFigures({ mostRead, reader: repositories.reader }, services, bearer(metricsToken)))
}

/** Images, files of the build and of the operator, and the files of a WordPress. */
function mountFiles(app: Express, deps: AppDependencies): void {
  const { folders, services, assets, otherReleases, wordPressMedia: media, imageMemory, log } = deps
  const { securityContacts, ampPublicKey, searchNoticeKey } = deps
  app.use(shareImages(folders, services))
  // Existing assets have been served before (static-files.ts).
  if (otherReleases) app.use('/assets', releaseFiles(otherReleases))
  app.use('/assets', missingFile)
  if (folders.newsroomImages !== undefined) app.use(MEDIA_PATH, newsroomMedia(folders.newsroomImages, log, imageMemory))
  if (media) app.use(MEDIA_PATH, remoteMedia(media.media, media.images, log))
  // First, so that the operator's own icon and `security.txt` win.
  for (const folder of folders.public) app.use(publicFiles(folder))
  if (media) app.use(uploads(media.siteOf, media.client, log))
  app.use(ownFonts(folders, services))
  if (securityContacts) app.get(SECURITY_TXT_PATH, securityTxt(securityContacts))
  if (ampPublicKey !== undefined) app.get(AMP_KEY_PATH, ampKey(ampPublicKey))
  if (searchNoticeKey !== undefined) app.get(keyPath(searchNoticeKey), indexNowKey(searchNoticeKey))
  // After the portal's own `security.txt`.
  if (media) app.use(cmsFiles(media.siteOf, media.client, log))
  app.use(installable({ assets, build: folders.build }))
  app.use(icons(folders.build, services))
}

function mountFeeds(app: Express, deps: AppDependencies): void {
  const { repositories, services, folders, wordPressMedia, report, feeds } = deps
  const { reader } = repositories
  const files = enclosedFiles({
    app,
    services,
    ...((folders.newsroomImages !== undefined || wordPressMedia) && { images: `${MEDIA_PATH}/` }),
    ...(wordPressMedia && { files: UPLOADS }),
    publicFolders: folders.public,
    client: createMediaClient({ sites: [], hosts: [] }, {}, isPublicWeb),
  })
  const settings = { ...feeds, reader, report, factsOf: files.factsOf }
  app.get(FEED_PATHS.atom, feed('atom', settings))
  app.get(FEED_PATHS.rss, feed('rss', settings))
  mountPodcasts(app, { reader, report, files, ...(feeds.idHost !== undefined && { idHost: feeds.idHost }) })
  app.get(OEMBED_PATH, oEmbed({ services, reader }))
  app.use(sitemaps(reader))
}

/** Comments and the contact forms of a WordPress. */
function mountForms(app: Express, deps: AppDependencies): void {
  const { repositories, services, assets: styles, store, log, sendForm } = deps
  const settings = { reader: repositories.reader, services, styles, log }
  const { postComment, feeds, purge } = deps
  mountComments(app, { ...settings, postComment, idHost: feeds.idHost, store, purge: purge.purge })
  const limit = store && { limitStore: sharedLimit(store, 'contact-forms') }
  if (sendForm) app.use(FORMS_API, contactForms({ ...settings, sendForm, ...limit }))
}

/** What pages load after themselves, and previews of them. */
function mountParts(app: Express, deps: AppDependencies, portal: ReturnType<typeof portalOf>): void {
  const { repositories, previewSecrets: secrets, ampStyles, giphyOrigins, cmsUrlOf, integrations, mostRead } = deps
  const { reader } = repositories
  app.get(`${PREVIEW_PATH}/:id`, preview({ secrets, reader, portal, ampStyles, giphyOrigins, cmsUrlOf }))
  app.get(CONSENT_PATH, consentTexts({ integrations, hasAnimations: giphyOrigins !== undefined }))
  app.get('/amp/*path', ampShortcut)
  app.get('/search/:query/suggestions', suggestionsApi(reader))
  app.get('/search/:query/:page', searchApi(reader))
  app.get(MOST_READ_API, mostReadApi({ mostRead, reader }))
  app.use(prefetchedViews(reader, deps.prefetchedViews))
  app.get(SCROLL_POSTS_API, scrollPosts(reader))
  app.get(`${AMP_NEXT_PATH}/*path`, ampNext({ reader, services: deps.services }))
  app.get('/fragment/live/*path', liveFragment({ portal, reader, onAsked: deps.onCoverageAsked }))
  app.get('/fragment/*path', articleFragment({ portal, reader }))
}
