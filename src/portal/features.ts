import type * as z from 'zod'
import type { MostReadOf } from '../content/most-read.ts'
import type { PageViews } from '../edge/page-cache/page-views.ts'
import type { OtherReleases } from '../edge/releases/other-releases.ts'
import { mountAmpKey } from '../features/amp-caches/amp-caches.ts'
import { mountSearchNoticeKey } from '../features/announcements/indexnow.ts'
import { mountComments } from '../features/comments/mount.ts'
import { mountConsent } from '../features/consent/consent.ts'
import { mountContactForms } from '../features/contact-forms/contact-forms.ts'
import { mountDesk } from '../features/desk/mount.ts'
import { mountFeeds } from '../features/feeds/mount.ts'
import { mountFigures } from '../features/figures/mount.ts'
import { mountGitNewsroom } from '../features/git-newsroom/endpoint.ts'
import type { GitNewsroom } from '../features/git-newsroom/git-newsroom.ts'
import type { FollowedCoverages } from '../features/live/followed-coverages.ts'
import { mountLive } from '../features/live/live-fragment.ts'
import { mountMarkdown, mountRobots } from '../features/machines/mount.ts'
import { mountMeasurement } from '../features/measurement/marfeel.ts'
import { mountImages, mountMediaFiles } from '../features/media/mount.ts'
import type { WordPressMedia } from '../features/media/wordpress-media.ts'
import { mountMostRead, mountMostReadFigures } from '../features/most-read/routes.ts'
import type { Newsletter } from '../features/newsletter/newsletter.ts'
import { mountOEmbed } from '../features/oembed/oembed.ts'
import { mountOffline } from '../features/offline/installable.ts'
import { mountPodcasts } from '../features/podcasts/mount.ts'
import { mountPreviews } from '../features/previews/mount.ts'
import type { OwnPush } from '../features/push/push.ts'
import { mountReadingOn } from '../features/reading-on/mount.ts'
import { mountSearch } from '../features/search/search-api.ts'
import { mountSitemaps, NAMED_MAPS } from '../features/sitemaps/sitemaps.ts'
import type { Mount } from '../http/app-dependencies.ts'
import {
  mountAmp,
  mountAmpShortcut,
  mountOperations,
  mountPublicFiles,
  mountReleaseFiles,
  type Operated,
} from '../http/mounts.ts'
import type { Env } from './settings/env.ts'

export interface RunningParts {
  operated: Operated
  newsletter: Newsletter
  ownPush: OwnPush | undefined
  followed: FollowedCoverages
  gitNewsroom: GitNewsroom | undefined
  wordPressMedia: WordPressMedia | undefined
  otherReleases: OtherReleases | undefined
  pageViews: Pick<PageViews, 'shown'> | undefined
  /** Absent: nobody may see them. */
  referrers: MostReadOf | undefined
}

/** Requests pass the features in this order. */
export function featuresOf(parts: RunningParts): readonly Mount<Env>[] {
  const { operated, newsletter, ownPush, followed, gitNewsroom, wordPressMedia, otherReleases, pageViews, referrers } =
    parts
  return [
    mountAmp,
    (app, dependencies) => mountOperations(app, dependencies, operated),
    (app, dependencies) => mountGitNewsroom(app, dependencies, gitNewsroom),
    mountMostReadFigures,
    (app, dependencies) => {
      const mostRead = pageViews && dependencies.content.mostRead
      const tables = [newsletter.figures, ownPush?.figures].filter((table) => table !== undefined)
      mountFigures(app, dependencies, { mostRead, referrers, tables })
    },
    (app, dependencies) => mountImages(app, dependencies, wordPressMedia),
    (app) => mountReleaseFiles(app, otherReleases),
    (app, dependencies) => mountRobots(app, dependencies, NAMED_MAPS),
    // Before the files of the same name that others have.
    mountPublicFiles,
    mountAmpKey,
    mountSearchNoticeKey,
    (app, dependencies) => mountMediaFiles(app, dependencies, wordPressMedia),
    mountOffline,
    mountFeeds,
    mountPodcasts,
    mountOEmbed,
    mountSitemaps,
    mountMarkdown,
    mountMeasurement,
    newsletter.mount,
    (app, dependencies) => ownPush?.mount(app, dependencies),
    mountComments,
    mountContactForms,
    mountPreviews,
    (app, dependencies) => mountDesk(app, dependencies, lineOfBreakingNews),
    mountConsent,
    mountAmpShortcut,
    mountSearch,
    (app, dependencies) => mountMostRead(app, dependencies, pageViews),
    // Before the fragments of other articles.
    (app, dependencies) => mountLive(app, dependencies, followed),
    mountReadingOn,
  ]
}

async function lineOfBreakingNews(): Promise<z.ZodType> {
  const { breakingFile } = await import('../features/breaking/breaking-file.ts')
  return breakingFile.unwrap().element
}
