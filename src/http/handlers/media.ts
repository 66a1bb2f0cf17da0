import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { ALL_WIDTHS, PREVIEW_SIZES } from '../../content/images.ts'
import type { ImageForm } from '../../media/cut.ts'
import { ImageError } from '../../media/image-error.ts'
import { BusyError } from '../../media/queue.ts'
import { createResizer, type ResizedImage } from '../../media/resizer.ts'
import { firstOfEach } from '../../observability/log/first-of.ts'
import { forbidCaching } from '../../page-cache/policy.ts'
import { cacheAs } from '../caching.ts'

/** Where images are served while no image CDN is configured. */
export const MEDIA_PATH = '/media'

/** Paths end in `.webp`, whatever the original's format (IMG-1). */
const PATH = /^(\/\d{4}\/\d{2}\/[a-z0-9-]+)\.webp$/
const ORIGINALS = ['.webp', '.jpg', '.jpeg', '.png', '.avif']
/** The width where the URL has none. Pixels. */
const FULL_WIDTH = 1200
const MAX_BYTES = 64 * 1024 * 1024
/** After a refusal for overload, clients retry after this time. Seconds. */
const RETRY_AFTER = '5'

/**
 * The newsroom's own images at the listed widths, and cut to the listed shapes (IMG-9); any other size or path is
 * 404, and so is a file that is not shown (COST-70 to COST-75). Used while no image CDN is configured.
 * @param folder holds `{yyyy}/{mm}/{name}` as WebP, JPEG, PNG or AVIF
 */
export function media(folder: string, log: Logger): Router {
  const resizer = createResizer(MAX_BYTES)
  const isNew = firstOfEach()
  const cutOrRefuse = async (response: Response, original: Original, form: ImageForm, takesAvif: boolean) => {
    const { file, revision } = original
    try {
      return await resizer.resize(file, revision, form, takesAvif)
    } catch (error) {
      if (error instanceof ImageError) {
        if (isNew(`${file} ${revision}`)) log.warn({ file, reason: error.message }, 'a picture is not shown')
        missing(response)
      } else if (error instanceof BusyError) busy(response)
      else throw error
      return undefined
    }
  }
  const router = Router()
  router.get('/*path', async (request, response) => {
    const form = formOf(request)
    const original = form && (await originalOf(folder, request.path))
    if (!form || !original) {
      missing(response)
      return
    }
    // Only an explicit `image/avif` counts: clients without AVIF send `*/*` too.
    const takesAvif = /\bimage\/avif\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.get('accept') ?? '')
    const image = await cutOrRefuse(response, original, form, takesAvif)
    if (!image) return
    const { body, type }: ResizedImage = image
    cacheAs(response, 'media')
    response.set({
      'content-type': type,
      'last-modified': new Date(original.changedAt).toUTCString(),
      vary: 'Accept',
    })
    response.send(body)
  })
  return router
}

function missing(response: Response): void {
  forbidCaching(response)
  response.status(404).type('text').send('404')
}

function busy(response: Response): void {
  forbidCaching(response)
  response.status(503).set('retry-after', RETRY_AFTER).type('text').send('503')
}

/** Sizes of the newsroom's original images. */
export function mediaBytes(folder: string): (src: string) => Promise<number | undefined> {
  return async (src) => {
    const path = src.startsWith(`${MEDIA_PATH}/`) ? src.slice(MEDIA_PATH.length) : ''
    return (await originalOf(folder, path))?.bytes
  }
}

function formOf({ query: { w, h } }: Request): ImageForm | undefined {
  const width = w === undefined ? FULL_WIDTH : listed(w, ALL_WIDTHS)
  if (width === undefined) return undefined
  if (h === undefined) return { width }
  const height = listed(
    h,
    PREVIEW_SIZES.filter((size) => size.width === width).map((size) => size.height),
  )
  return height === undefined ? undefined : { width, height }
}

function listed(text: unknown, sizes: readonly number[]): number | undefined {
  return sizes.find((size) => String(size) === text)
}

interface Original {
  file: string
  changedAt: number
  /** Changes with the file. */
  revision: string
  bytes: number
}

async function originalOf(folder: string, path: string): Promise<Original | undefined> {
  const name = PATH.exec(path)?.[1]
  if (name === undefined) return undefined
  for (const extension of ORIGINALS) {
    const file = join(folder, name + extension)
    const stats = await stat(file).catch(() => undefined)
    if (stats?.isFile()) {
      const { mtimeMs, size } = stats
      return { file, changedAt: mtimeMs, revision: `${mtimeMs} ${size}`, bytes: size }
    }
  }
  return undefined
}
