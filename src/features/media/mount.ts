import type { Express } from 'express'
import { REMOTE_FOLDER } from '../../content/public-paths.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cmsFiles } from './cms-files.ts'
import { icons } from './icons.ts'
import { media as newsroomMedia } from './media.ts'
import { remoteMedia } from './remote-media.ts'
import type { MediaSettings } from './settings.ts'
import { shareImages } from './share-images.ts'
import { uploads } from './uploads.ts'
import type { WordPressMedia } from './wordpress-media.ts'

/** @param wordPress absent: no content comes from a WordPress */
export function mountImages(
  app: Express,
  { settings, services, folders, log }: AppDependencies<MediaSettings>,
  wordPress: WordPressMedia | undefined,
): void {
  const { newsroomImages } = folders
  app.use(shareImages(folders, services))
  if (newsroomImages !== undefined) app.use(REMOTE_FOLDER, newsroomMedia(newsroomImages, log, settings.imageMemory))
  if (wordPress) app.use(REMOTE_FOLDER, remoteMedia(wordPress.media, wordPress.images, log))
}

/** Files of a WordPress, and icons: after the operator's own files, which win. */
export function mountMediaFiles(
  app: Express,
  { services, folders, log }: AppDependencies,
  wordPress: WordPressMedia | undefined,
): void {
  if (wordPress) {
    app.use(uploads(wordPress.siteOf, wordPress.client, log))
    app.use(cmsFiles(wordPress.siteOf, wordPress.client, log))
  }
  app.use(icons(folders.build, services))
}
