import { type Response, Router } from 'express'
import type { Logger } from 'pino'
import { REMOTE_WIDTHS } from '../../content/images.ts'
import { MAIL_EXTENSION } from '../../content/mail-image.ts'
import { mediaFileAt, QUERY_PARAMETER, type RemoteMedia, urlOfMedia } from '../../content/remote-media.ts'
import { ImageError } from '../../media/image-error.ts'
import { BusyError } from '../../media/queue.ts'
import { MediaError } from '../../media/remote/media-error.ts'
import type { RemoteImages, ServedImage } from '../../media/remote/remote-images.ts'
import { firstOfEach } from '../../observability/log/first-of.ts'
import { placeholderImage } from '../../services/icon.ts'
import { entityTag } from '../../transport/conditional.ts'
import { cacheAs } from '../caching.ts'
import { contextOf } from '../request-context.ts'
import { sendBytes } from '../send-bytes.ts'
import { busy, formOf, mailFormOf, missing, takesAvif } from './image-request.ts'

/** A vector is an image, and never a document with scripts of its own. */
const VECTOR_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Images of WordPress and of listed hosts (IMG-16 to IMG-24): any other host, size or path is 404, and what cannot be
 * shown is a placeholder.
 */
export function remoteMedia(media: RemoteMedia, images: RemoteImages, log: Logger): Router {
  const isNew = firstOfEach()
  const router = Router()
  router.get('/*path', async (request, response) => {
    const written = request.query[QUERY_PARAMETER]
    const isOnce = written === undefined || typeof written === 'string'
    const mailForm = mailFormOf(request)
    const path = mailForm ? `${request.path.slice(0, -MAIL_EXTENSION.length)}.webp` : request.path
    const file = isOnce ? mediaFileAt(path, written, media) : undefined
    const form = mailForm ?? formOf(request, REMOTE_WIDTHS)
    if (!file || !form) return missing(response)
    try {
      send(response, await images.image(file, form, takesAvif(request)))
    } catch (error) {
      if (error instanceof BusyError) return busy(response)
      if (!(error instanceof MediaError || error instanceof ImageError)) throw error
      const { href: url } = urlOfMedia(file)
      if (isNew(`${url} ${error.message}`)) log.warn({ url, reason: error.message }, 'a picture is not shown')
      // No program for mail shows a vector.
      if (mailForm) return missing(response)
      cacheAs(response, 'brokenMedia')
      response.type('image/svg+xml').send(Buffer.from(placeholderImage(contextOf(request).service)))
    }
  })
  return router
}

function send(response: Response, { body, type, plain }: ServedImage): void {
  cacheAs(response, 'media')
  if (plain === 'svg') response.set('content-security-policy', VECTOR_POLICY).attachment()
  response.set({
    'content-type': type,
    etag: entityTag(body),
    vary: 'Accept',
  })
  sendBytes(response.req, response, body)
}
