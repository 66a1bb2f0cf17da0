import { type Response, Router } from 'express'
import type { Logger } from 'pino'
import { REMOTE_WIDTHS } from '../../content/image-sizes.ts'
import { MAIL_EXTENSION } from '../../content/mail-image.ts'
import { QUERY_PARAMETER } from '../../content/public-paths.ts'
import { type MediaFile, mediaFileAt, type RemoteMedia } from '../../content/remote-media.ts'
import { entityTag } from '../../edge/transport/conditional.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { sendBytes } from '../../http/send-body.ts'
import { ImageError } from '../../media/header.ts'
import { BusyError } from '../../media/queue.ts'
import { MediaError } from '../../media/remote/media-client.ts'
import type { RemoteImages, ServedImage } from '../../media/remote/remote-images.ts'
import { firstOfEach } from '../../observability/log/problem-log.ts'
import { placeholderImage } from '../../services/icon.ts'
import { clientKey } from '../../system/network/addresses.ts'
import { busy, formOf, mailFormOf, missing, takesAvif } from './image-request.ts'
import { mediaRoutes } from './route-declarations.ts'

const HOUR_MS = 3_600_000
/** A vector may have scripts, which must not run. */
const VECTOR_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Serves images of WordPress and of listed hosts (IMG-16 to IMG-23). A broken image is a placeholder. */
export function remoteMedia(media: RemoteMedia, images: RemoteImages, log: Logger): Router {
  const report = createReport(media, log)
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
      send(response, await images.image(file, form, takesAvif(request), clientKey(request.ip ?? '')))
    } catch (error) {
      if (error instanceof BusyError) return busy(response)
      if (!(error instanceof MediaError || error instanceof ImageError)) throw error
      report(file, error)
      // No mail program shows a vector.
      if (mailForm) return missing(response)
      cacheAs(response, mediaRoutes.images.caching.brokenMedia)
      response.type('image/svg+xml').send(Buffer.from(placeholderImage(contextOf(request).service)))
    }
  })
  return router
}

/**
 * One line for each kind, host and hour (IMG-23); a path, which may hold anything, only where WordPress has the image.
 */
function createReport({ hosts }: RemoteMedia, log: Logger): (file: MediaFile, error: MediaError | ImageError) => void {
  const isNew = firstOfEach()
  return (file, error) => {
    const kind = error instanceof ImageError ? error.kind : error.problem
    const host = file.at === 'wordpress' ? file.site.url.host : hosts.find((listed) => listed === file.host)
    if (!isNew(`${Math.floor(Date.now() / HOUR_MS)} ${kind} ${host}`)) return
    const isThere = file.at === 'wordpress' && error instanceof ImageError
    log.warn({ kind, host, path: isThere ? file.path : undefined, reason: error.message }, 'a picture is not shown')
  }
}

function send(response: Response, { body, type, plain }: ServedImage): void {
  cacheAs(response, mediaRoutes.images.caching.media)
  if (plain === 'svg') response.set('content-security-policy', VECTOR_POLICY).attachment()
  response.set({
    'content-type': type,
    etag: entityTag(body),
    vary: 'Accept',
  })
  sendBytes(response.req, response, body)
}
