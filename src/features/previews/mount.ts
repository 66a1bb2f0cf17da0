import type { Express } from 'express'
import { PREVIEW_PATH } from '../../content/public-paths.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { lateHandler } from '../../http/late-handler.ts'
import type { PreviewsSettings } from './settings.ts'

export function mountPreviews(app: Express, dependencies: AppDependencies<PreviewsSettings>): void {
  const { settings, content, rendering } = dependencies
  const { reader, cmsUrlOf } = content
  const handler = lateHandler<{ id: string }>(async () => {
    const { preview } = await import('./preview.ts')
    return preview({ secrets: settings.previewSecrets, reader, cmsUrlOf, ...rendering })
  })
  app.get(`${PREVIEW_PATH}/:id`, handler)
}
