import { pageCacheSettings } from '../../edge/page-cache/settings.ts'
import { releaseSettings } from '../../edge/releases/settings.ts'
import { transportSettings } from '../../edge/transport/settings.ts'
import { advertisingSettings } from '../../features/advertising/settings.ts'
import { ampCachesSettings } from '../../features/amp-caches/settings.ts'
import { announcementsSettings } from '../../features/announcements/settings.ts'
import { commentsSettings } from '../../features/comments/settings.ts'
import { consentSettings } from '../../features/consent/settings.ts'
import { deskSettings } from '../../features/desk/settings.ts'
import { feedsSettings } from '../../features/feeds/settings.ts'
import { gitNewsroomSettings } from '../../features/git-newsroom/settings.ts'
import { measurementSettings } from '../../features/measurement/settings.ts'
import { mediaSettings } from '../../features/media/settings.ts'
import { mostReadSettings } from '../../features/most-read/settings.ts'
import { newsletterSettings } from '../../features/newsletter/settings.ts'
import { previewsSettings } from '../../features/previews/settings.ts'
import { ownPushSettings, pushSettings } from '../../features/push/settings.ts'
import { searchSettings } from '../../features/search/settings.ts'
import { httpSettings } from '../../http/settings.ts'
import { observabilitySettings } from '../../observability/settings.ts'
import { purgeSettings } from '../../purge/settings.ts'
import { siteSettings } from '../../site/settings.ts'
import { giphySettings } from '../../sources/giphy/settings.ts'
import { contentSettings } from '../../sources/settings.ts'
import { postgresqlSettings } from '../../system/postgresql/settings.ts'
import { storeSettings } from '../../system/store/settings.ts'
import { processSettings } from './process.ts'

export const PARTS = {
  process: processSettings,
  transport: transportSettings,
  site: siteSettings,
  content: contentSettings,
  gitNewsroom: gitNewsroomSettings,
  media: mediaSettings,
  feeds: feedsSettings,
  ampCaches: ampCachesSettings,
  announcements: announcementsSettings,
  newsletter: newsletterSettings,
  postgresql: postgresqlSettings,
  search: searchSettings,
  advertising: advertisingSettings,
  measurement: measurementSettings,
  push: pushSettings,
  ownPush: ownPushSettings,
  comments: commentsSettings,
  giphy: giphySettings,
  consent: consentSettings,
  pageCache: pageCacheSettings,
  mostRead: mostReadSettings,
  store: storeSettings,
  releases: releaseSettings,
  purge: purgeSettings,
  http: httpSettings,
  previews: previewsSettings,
  desk: deskSettings,
  observability: observabilitySettings,
}
