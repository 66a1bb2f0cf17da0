import type { Express } from 'express'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { lateHandler } from '../../http/late-handler.ts'
import { CHAPTERS_PATH, PODCAST_PATH, TRANSCRIPT_PATH } from '../../seo/feed-path.ts'

export function mountPodcasts(
  app: Express,
  { settings, content }: AppDependencies<{ feeds: { idHost?: string } }>,
): void {
  const podcasts = { ...content, idHost: settings.feeds.idHost }
  const loaded = () => import('./podcasts.ts')
  const part = (name: 'chapters' | 'transcript') =>
    lateHandler(async () => (await loaded()).episodePart(name, podcasts))
  app.get(
    PODCAST_PATH,
    lateHandler(async () => (await loaded()).podcast(podcasts)),
  )
  app.get(CHAPTERS_PATH, part('chapters'))
  app.get(TRANSCRIPT_PATH, part('transcript'))
}
