import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import { ALL_WIDTHS } from '../content/images.ts'

/** Where images are served while no image CDN is configured. */
export const MEDIA_PATH = '/media'

const PATH = /^\/(\d{4})\/(\d{2})\/([a-z0-9-]+)\.webp$/
/** Served when no width is asked for. Pixels. */
const FULL_WIDTH = 1200
const MAX_AGE_SECONDS = 86_400

/**
 * The newsroom's own images at the listed widths (decision 21); any other width or path is 404. Used while no image
 * CDN is configured.
 * @param folder holds `{width}/{yyyy}/{mm}/{name}.webp`
 */
export function media(folder: string): Router {
  const router = Router()
  router.get('/*path', (request, response, next) => {
    const match = PATH.exec(request.path)
    const width = request.query.w === undefined ? FULL_WIDTH : Number(request.query.w)
    if (!match || !ALL_WIDTHS.some((listed) => listed === width)) {
      response.status(404).type('text').send('404')
      return
    }
    response.sendFile(
      request.path.slice(1),
      {
        root: join(folder, String(width)),
        maxAge: MAX_AGE_SECONDS * 1000,
      },
      (error) => {
        if (!error) return
        if (response.headersSent) next(error)
        else response.status(404).type('text').send('404')
      },
    )
  })
  return router
}

/** Sizes of the newsroom's images as they are served without a width. */
export function mediaBytes(folder: string): (src: string) => Promise<number | undefined> {
  return async (src) => {
    const path = src.startsWith(`${MEDIA_PATH}/`) ? src.slice(MEDIA_PATH.length) : ''
    if (!PATH.test(path)) return undefined
    const file = await stat(join(folder, String(FULL_WIDTH), path)).catch(() => undefined)
    return file?.size
  }
}
