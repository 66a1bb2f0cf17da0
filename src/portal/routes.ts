import { createRouteTable } from '../edge/page-cache/route-table.ts'
import { ampCachesRoutes } from '../features/amp-caches/route-declarations.ts'
import { announcementsRoutes } from '../features/announcements/route-declarations.ts'
import { commentsRoutes } from '../features/comments/route-declarations.ts'
import { consentRoutes } from '../features/consent/route-declarations.ts'
import { contactFormsRoutes } from '../features/contact-forms/route-declarations.ts'
import { deskRoutes } from '../features/desk/route-declarations.ts'
import { feedsRoutes } from '../features/feeds/route-declarations.ts'
import { figuresRoutes } from '../features/figures/route-declarations.ts'
import { gitNewsroomRoutes } from '../features/git-newsroom/route-declarations.ts'
import { liveRoutes } from '../features/live/route-declarations.ts'
import { machinesRoutes } from '../features/machines/route-declarations.ts'
import { measurementRoutes } from '../features/measurement/route-declarations.ts'
import { mediaRoutes } from '../features/media/route-declarations.ts'
import { mostReadRoutes } from '../features/most-read/route-declarations.ts'
import { newsletterRoutes } from '../features/newsletter/route-declarations.ts'
import { oEmbedRoutes } from '../features/oembed/route-declarations.ts'
import { offlineRoutes } from '../features/offline/route-declarations.ts'
import { podcastsRoutes } from '../features/podcasts/route-declarations.ts'
import { previewsRoutes } from '../features/previews/route-declarations.ts'
import { pushRoutes } from '../features/push/route-declarations.ts'
import { readingOnRoutes } from '../features/reading-on/route-declarations.ts'
import { searchRoutes } from '../features/search/route-declarations.ts'
import { sitemapsRoutes } from '../features/sitemaps/route-declarations.ts'
import { ampRoutes, fileRoutes, operationRoutes, pageRoutes, restRoutes } from '../http/route-declarations.ts'

const { article, home, search, searchOthers, page } = pageRoutes
const { others: operationOthers, ...operations } = operationRoutes
const { root, ...files } = fileRoutes
const { key: searchNoticeKey } = announcementsRoutes
const { uploads, cmsFiles, ...media } = mediaRoutes
const { article: markdown, ...machines } = machinesRoutes

/** In the order in which a path is matched. Loaded before the first response. */
export const ROUTES = createRouteTable(
  [
    // First, as most requests are for articles.
    { article, home, search },
    operations,
    figuresRoutes,
    gitNewsroomRoutes,
    feedsRoutes,
    podcastsRoutes,
    commentsRoutes,
    contactFormsRoutes,
    consentRoutes,
    mostReadRoutes,
    oEmbedRoutes,
    // Before the fragments of other articles.
    liveRoutes,
    readingOnRoutes,
    searchRoutes,
    ampRoutes,
    newsletterRoutes,
    pushRoutes,
    previewsRoutes,
    deskRoutes,
    media,
    machines,
    sitemapsRoutes,
    offlineRoutes,
    measurementRoutes,
    ampCachesRoutes,
    files,
    { operationOthers, ...restRoutes },
    { searchNoticeKey, root, searchOthers, uploads, cmsFiles, markdown, page },
  ].flatMap((routes) => Object.values(routes)),
)
