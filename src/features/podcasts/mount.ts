import type { Express } from 'express'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { CHAPTERS_PATH, PODCAST_PATH, TRANSCRIPT_PATH } from '../../seo/feed-path.ts'
import { episodePart, podcast } from './podcasts.ts'

export function mountPodcasts(
  app: Express,
  { settings, content }: AppDependencies<{ feeds: { idHost?: string } }>,
): void {
  const podcasts = { ...content, idHost: settings.feeds.idHost }
  app.get(PODCAST_PATH, podcast(podcasts))
  app.get(CHAPTERS_PATH, episodePart('chapters', podcasts))
  app.get(TRANSCRIPT_PATH, episodePart('transcript', podcasts))
}
