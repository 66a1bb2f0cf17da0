/**
 * The only script that a page runs at first: enhancements of a document that works without them. All listeners are on
 * the document, so that they cover appended content; larger modules load on demand. What a page may load before
 * that has a budget (PERF-1).
 */
import { startAgo } from './ago.ts'
import { startCarousels } from './carousels.ts'
import { startEmbeds } from './embeds.ts'
import { startFeatures } from './features.ts'
import { startFurtherArticles } from './further.ts'
import { startGalleries } from './gallery.ts'
import { startHashLinks } from './hash-links.ts'
import { startIntegrations } from './integrations.ts'
import { startIslands } from './islands.ts'
import { startLazyBlocks } from './lazy-blocks.ts'
import { startMarketBanners } from './market-banner.ts'
import { startMenus } from './menus.ts'
import { startOffline } from './offline.ts'
import { startPageViews } from './page-views.ts'
import { startPagination } from './pagination.ts'
import { startProgress } from './progress.ts'
import { startRedirect } from './redirect.ts'
import { startSharing } from './share.ts'
import { startThemeSwitch } from './theme-switch.ts'
import { startTooltips } from './tooltips.ts'

startThemeSwitch()
startAgo()
startMenus()
startIslands()
startHashLinks()
startEmbeds()
startGalleries()
startCarousels()
startPagination()
startSharing()
startTooltips()
startMarketBanners()
startLazyBlocks()
startProgress()
startFurtherArticles()
startRedirect()
// Before the page's own view, at which it looks.
startFeatures()
startPageViews()
startOffline()
startIntegrations()
