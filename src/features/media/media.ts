import { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { MAIL_EXTENSION } from '../../content/mail-image.ts'
import { entityTag } from '../../edge/transport/conditional.ts'
import { cacheAs } from '../../http/caching.ts'
import { sendBytes } from '../../http/send-body.ts'
import type { ImageForm } from '../../media/cut.ts'
import { ImageError } from '../../media/header.ts'
import { type Original, originalsIn } from '../../media/originals.ts'
import { BusyError } from '../../media/queue.ts'
import { createResizer, fileOriginal, type ResizedImage } from '../../media/resizer.ts'
import { firstOfEach } from '../../observability/log/problem-log.ts'
import { clientKey } from '../../system/network/addresses.ts'
import { busy, formOf, isSmall, mailFormOf, missing, takesAvif } from './image-request.ts'
import { mediaRoutes } from './route-declarations.ts'

/** Paths end in `.webp` whatever the original's format (IMG-1), in mails in `.jpg`. */
const PATH = /^(\/\d{4}\/\d{2}\/[a-z0-9-]+)\.(?:webp|jpg)$/
const SMALL_SUFFIX = '-4x3'
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Serves the newsroom's images at the listed widths and shapes (IMG-9) without an image CDN (COST-70 to COST-72).
 * @param maxMemory of an image while it is resized. Bytes
 */
export function media(folder: string, log: Logger, maxMemory: number): Router {
  const resizer = createResizer(MAX_BYTES, maxMemory)
  const isNew = firstOfEach()
  const cutOrRefuse = async (request: Request, response: Response, original: Original, form: ImageForm) => {
    const { file, revision } = original
    try {
      return await resizer.resize(fileOriginal(file, revision), form, takesAvif(request), clientKey(request.ip ?? ''))
    } catch (error) {
      if (error instanceof ImageError) {
        if (isNew(`${file} ${revision}`)) log.warn({ file, reason: error.message }, 'a picture is not shown')
        missing(response)
      } else if (error instanceof BusyError) busy(response)
      else throw error
      return undefined
    }
  }
  const originals = originalsIn(folder)
  const router = Router()
  router.get('/*path', async (request, response) => {
    const form = request.path.endsWith(MAIL_EXTENSION) ? mailFormOf(request) : formOf(request)
    const name = PATH.exec(request.path)?.[1]
    const small = form && isSmall(form) && name !== undefined ? await originals(name + SMALL_SUFFIX) : undefined
    const original = small ?? (form && name !== undefined ? await originals(name) : undefined)
    if (!form || !original) {
      missing(response)
      return
    }
    const image = await cutOrRefuse(request, response, original, form)
    if (!image) return
    const { body, type }: ResizedImage = image
    cacheAs(response, mediaRoutes.images.caching.media)
    response.set({ 'content-type': type, etag: entityTag(body), vary: 'Accept' })
    sendBytes(request, response, body)
  })
  return router
}
