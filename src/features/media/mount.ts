import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Express, RequestHandler, Router } from 'express'
import { REMOTE_FOLDER } from '../../content/public-paths.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { exactRouter } from '../../http/exact-router.ts'
import { lateHandler } from '../../http/late-handler.ts'
import { contextOf } from '../../http/request-context.ts'
import { builtIcons, ICON_FORMS, type IconForm, iconFile } from '../../media/icon-files.ts'
import type { Service, Services } from '../../services/service.ts'
import { mediaRoutes } from './route-declarations.ts'
import type { MediaSettings } from './settings.ts'
import { shareImages } from './share-images.ts'
import type { WordPressMedia } from './wordpress-media.ts'

export function mountImages(
  app: Express,
  { settings, services, folders, log }: AppDependencies<MediaSettings>,
  wordPress: WordPressMedia | undefined,
): void {
  const { newsroomImages } = folders
  app.use(shareImages(folders, services))
  if (newsroomImages !== undefined) {
    const handler = lateHandler(async () => {
      const { media } = await import('./media.ts')
      return media(newsroomImages, log, settings.imageMemory)
    })
    app.use(REMOTE_FOLDER, handler)
  }
  if (wordPress) app.use(REMOTE_FOLDER, wordPress.imageHandler(log))
}

/** The operator's own files win. */
export function mountMediaFiles(
  app: Express,
  { services, folders, log }: AppDependencies,
  wordPress: WordPressMedia | undefined,
): void {
  if (wordPress) app.use(wordPress.fileHandlers(log))
  app.use(icons(folders.build, services))
}

/** Those that the build lacks are drawn at the first request (MARK-5). */
function icons(build: string, services: Services): Router {
  const router = exactRouter()
  const built = builtIcons(build, services)
  const drawn = new Map<string, Promise<Buffer>>()
  const drawing = (service: Service, form: IconForm): Promise<Buffer> => {
    const file = `${service.name}${form}`
    const icon = drawn.get(file) ?? (built === undefined ? iconFile(service, form) : readFile(join(built, file)))
    drawn.set(file, icon)
    icon.catch(() => drawn.delete(file))
    return icon
  }
  const sends =
    (form: IconForm, serviceOf: (request: Parameters<RequestHandler>[0]) => Service): RequestHandler =>
    async (request, response) => {
      const icon = await drawing(serviceOf(request), form)
      cacheAs(response, mediaRoutes.icons.caching.icon)
      response.type(form.slice(form.lastIndexOf('.') + 1)).send(icon)
    }
  // Feed readers, crawlers and older browsers request `.ico` unprompted.
  for (const form of ['.svg', '.ico'] as const) {
    router.get(
      `/favicon${form}`,
      sends(form, (request) => contextOf(request).service),
    )
  }
  for (const service of Object.values(services)) {
    for (const form of ICON_FORMS)
      router.get(
        `/icons/${service.name}${form}`,
        sends(form, () => service),
      )
  }
  return router
}
