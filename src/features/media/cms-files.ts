import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { type MediaFile, type MediaSite, pathOnSite } from '../../content/remote-media.ts'
import { cacheAs } from '../../http/caching.ts'
import { closedPolicy } from '../../http/middleware/page-security-headers.ts'
import { contextOf } from '../../http/request-context.ts'
import { LOOP_HEADER, LOOP_NAME, type MediaClient } from '../../media/remote/media-client.ts'
import type { Service } from '../../services/service.ts'
import { busy } from './image-request.ts'
import { mediaRoutes } from './route-declarations.ts'

/** Lists of sellers of advertising (IAB, ads.txt 1.1), and well-known files (RFC 8615). */
const PATH = /^\/(?:ads\.txt|app-ads\.txt|\.well-known\/[a-z0-9][a-z0-9._-]{0,100})$/i
/** Some of these files have no extension, and so no type. */
const TYPE = /^(?:text\/plain|application\/(?:[a-z0-9.-]{1,60}\+)?json|application\/octet-stream)$/
const MAX_BYTES = 1024 * 1024
const DEADLINE_MS = 4500
/** Clients can invent any number of names. */
const MAX_CALLS = 4

/** Sends files of WordPress' plugins (SRC-35). The operator's own win. */
export function cmsFiles(
  siteOf: (service: Service) => MediaSite | undefined,
  client: MediaClient,
  log: Logger,
): RequestHandler {
  let calls = 0
  const send = async ({ path }: Request, response: Response, site: MediaSite): Promise<void> => {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const file: MediaFile = { at: 'wordpress', site, path: pathOnSite(site, path), query: '' }
    const { status, headers, body } = await client.open(file, {
      method: 'GET',
      headers: {},
      signal,
      deadline: DEADLINE_MS,
    })
    const type = (headers['content-type'] ?? 'application/octet-stream').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (status !== 200 || !TYPE.test(type)) {
      body.destroy()
      return status >= 500 || status === 429 ? busy(response) : missing(response)
    }
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body) {
      const piece = Buffer.from(chunk)
      bytes += piece.length
      if (bytes > MAX_BYTES) return missing(response)
      chunks.push(piece)
    }
    cacheAs(response, mediaRoutes.cmsFiles.caching.cmsFile)
    response.type(type === 'text/plain' ? 'text/plain; charset=utf-8' : type).send(Buffer.concat(chunks))
  }
  return (request, response, next) => {
    const { path, method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const site = isRead && PATH.test(path) ? siteOf(contextOf(request).service) : undefined
    if (!site) return next()
    closedPolicy(request, response, () => {})
    if (String(request.headers[LOOP_HEADER] ?? '').includes(LOOP_NAME)) return missing(response)
    if (calls >= MAX_CALLS) return busy(response)
    calls += 1
    const sent = send(request, response, site).finally(() => {
      calls -= 1
    })
    sent.catch((error: unknown) => {
      log.warn(
        { path, reason: error instanceof Error ? error.message : String(error) },
        'a file of the CMS is not sent',
      )
      if (response.headersSent) response.destroy()
      else busy(response)
    })
  }
}

/** Crawlers try every site. */
function missing(response: Response): void {
  cacheAs(response, mediaRoutes.cmsFiles.caching.missing)
  response.status(404).type('text').send('404')
}
