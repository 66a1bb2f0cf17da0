import type { Express } from 'express'
import { CHAPTERS_PATH, PODCAST_PATH, TRANSCRIPT_PATH } from '../../seo/feed-path.ts'
import { episodePart, type PodcastsSettings, podcast } from './podcasts.ts'

export function mountPodcasts(app: Express, settings: PodcastsSettings): void {
  app.get(PODCAST_PATH, podcast(settings))
  app.get(CHAPTERS_PATH, episodePart('chapters', settings))
  app.get(TRANSCRIPT_PATH, episodePart('transcript', settings))
}
