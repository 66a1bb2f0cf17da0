import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Router } from 'express'
import pLimit from 'p-limit'
import { cacheAs } from '../../http/caching.ts'
import { exactRouter } from '../../http/exact-router.ts'
import { type Lettering, readLettering } from '../../media/lettering.ts'
import { cutShareImage, drawShareImage } from '../../media/share-image.ts'
import { groupBeside } from '../../seo/brand.ts'
import { paperOf } from '../../services/paper.ts'
import type { Service, Services, ShareFile } from '../../services/service.ts'
import { drawnName, ownName, SHARE_SHAPES, shareDrawing, sharePath } from '../../services/share-image.ts'
import { mediaRoutes } from './route-declarations.ts'

export const BUILT_SHARES = 'shares'

interface Folders {
  build: string
  site?: string
}

/** Those that the build lacks are made at the first request, one at a time (HEAD-29, HEAD-30). */
export function shareImages(folders: Folders, services: Services): Router {
  const router = exactRouter()
  const oneAtATime = pLimit(1)
  for (const { name, make } of Object.values(services).flatMap((service) => imagesOf(service, folders))) {
    let made: Promise<Buffer> | undefined
    router.get(sharePath(name), async (_request, response) => {
      made ??= readFile(join(folders.build, BUILT_SHARES, name)).catch(() => oneAtATime(make))
      made.catch(() => {
        made = undefined
      })
      const image = await made
      cacheAs(response, mediaRoutes.shareImages.caching.shareImage)
      response.type(name.slice(name.lastIndexOf('.') + 1)).send(image)
    })
  }
  return router
}

interface ShareImage {
  name: string
  make(): Promise<Buffer>
}

export function imagesOf(service: Service, folders: Folders): ShareImage[] {
  const above = groupBeside(service)
  let lettering: Promise<Lettering> | undefined
  const drawn = SHARE_SHAPES.map((shape) => ({
    name: drawnName(service, above, shape),
    async make() {
      lettering ??= readLettering(service, folders)
      return drawShareImage(shareDrawing(service, above), shape, await lettering)
    },
  }))
  const own = [
    ...(service.share?.image ? [service.share.image] : []),
    ...Object.values(service.share?.categories ?? {}),
  ]
  return [...(service.share?.image ? [] : drawn), ...own.flatMap((file) => cutOf(file, service, folders))]
}

function cutOf(file: ShareFile, service: Service, { build, site = build }: Folders): ShareImage[] {
  return SHARE_SHAPES.map((shape) => ({
    name: ownName(file, shape),
    make: async () => cutShareImage(await readFile(join(site, file.file)), shape, paperOf(service).light),
  }))
}
