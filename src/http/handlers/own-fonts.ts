import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Router } from 'express'
import { ownFontPath } from '../../services/own-style.ts'
import type { Services } from '../../services/service.ts'
import { cacheAs } from '../caching.ts'
import { exactRouter } from '../exact-router.ts'
import { fileRoutes } from '../route-declarations.ts'

/** The build's folder of fonts with the characters that pages need. */
export const BUILT_FONTS = 'own-fonts'

/** Fonts that the build has not seen are sent as they are. */
export function ownFonts({ build, site }: { build: string; site?: string }, services: Services): Router {
  const router = exactRouter()
  const faces = Object.values(services).flatMap(({ fontFaces }) => fontFaces)
  for (const { id, file } of new Map(faces.map((face) => [face.id, face])).values()) {
    const read = (): Promise<Buffer> =>
      readFile(join(build, BUILT_FONTS, `${id}.woff2`)).catch(() => readFile(join(site ?? build, file)))
    router.get(ownFontPath(id), async (_request, response) => {
      const font = await read()
      cacheAs(response, fileRoutes.fonts.caching.ownFont)
      // AMP's caches serve documents from other hosts.
      response.set('access-control-allow-origin', '*').type('font/woff2').send(font)
    })
  }
  return router
}
