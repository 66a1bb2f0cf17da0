import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { type MediaFile, type MediaSite, pathOnSite, staysFile } from '../../content/remote-media.ts'
import { isUpload, UPLOADS } from '../../content/upload-paths.ts'
import { passOn } from '../../edge/page-cache/dispatch.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { cacheAs } from '../../http/caching.ts'
import { sendUncompressed } from '../../http/middleware/compression.ts'
import { closedPolicy } from '../../http/middleware/page-security-headers.ts'
import { contextOf } from '../../http/request-context.ts'
import { BusyError } from '../../media/queue.ts'
import { safeFileType } from '../../media/remote/file-type.ts'
import {
  LOOP_HEADER,
  LOOP_NAME,
  type MediaClient,
  MediaError,
  type MediaResponse,
} from '../../media/remote/media-client.ts'
import { createTransfers, type Transfer, type Transfers } from '../../media/remote/transfers.ts'
import { firstOfEach } from '../../observability/log/problem-log.ts'
import type { Service } from '../../services/service.ts'
import { clientKey } from '../../system/network/addresses.ts'
import { busy, missing } from './image-request.ts'
import { mediaRoutes } from './route-declarations.ts'

/** WordPress' web server decides on these conditions and ranges, never by date (CACHE-12). */
const PASSED = ['range', 'if-range', 'if-none-match'] as const
const RETURNED = ['content-length', 'content-range', 'accept-ranges', 'etag'] as const
const WHOLE_OR_PART = new Set([200, 206, 304, 416])
const MAX_HEADER = 200
/** Milliseconds. */
const [HEAD_MS, IDLE_MS, WHOLE_MS] = [10_000, 30_000, 2 * 3_600_000]

/** Old texts link to WordPress' uploads (IMG-22). */
export function uploads(
  siteOf: (service: Service) => MediaSite | undefined,
  client: MediaClient,
  log: Logger,
): RequestHandler {
  const transfers = createTransfers()
  const isNew = firstOfEach()
  const report = (reason: string): void => {
    if (isNew(reason)) log.warn({ reason }, 'an upload is not sent')
  }
  return (request, response, next) => {
    const { path, method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const site = isRead && path.includes(UPLOADS) ? siteOf(contextOf(request).service) : undefined
    if (!site) return next()
    if (method !== 'HEAD' && passOn(request, response)) return
    sendUncompressed(response)
    closedPolicy(request, response, () => {})
    const isLoop = String(request.headers[LOOP_HEADER] ?? '').includes(LOOP_NAME)
    if (isLoop || !isUpload(path)) return missing(response)
    const file: MediaFile = { at: 'wordpress', site, path: pathOnSite(site, path), query: '' }
    send(request, response, file, client, transfers).catch((error: unknown) => failed(error, response, report))
  }
}

async function send(
  request: Request,
  response: Response,
  file: MediaFile,
  client: MediaClient,
  transfers: Transfers,
): Promise<void> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  const transfer = await transfers.begin(clientKey(request.ip ?? ''), () => left.abort())
  const whole = setTimeout(() => left.abort(), WHOLE_MS)
  try {
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
    const headers = Object.fromEntries(
      PASSED.flatMap((name) => {
        const value = request.get(name)
        return value !== undefined && value.length <= MAX_HEADER ? [[name, value]] : []
      }),
    )
    const upstream = await client.open(file, {
      method,
      headers,
      signal: left.signal,
      deadline: HEAD_MS,
      follows: (target) => staysFile(file, target),
    })
    await passed(upstream, response, left, transfer)
  } finally {
    clearTimeout(whole)
    transfer.end()
    left.abort()
  }
}

async function passed(
  { status, headers, body }: MediaResponse,
  response: Response,
  left: AbortController,
  transfer: Transfer,
): Promise<void> {
  if (!WHOLE_OR_PART.has(status)) {
    body.destroy()
    if (status >= 500 || status === 429) busy(response)
    else missing(response)
    return
  }
  for (const name of RETURNED) {
    const value = headers[name]
    if (typeof value === 'string' && value.length <= MAX_HEADER) response.setHeader(name, value)
  }
  cacheAs(response, mediaRoutes.uploads.caching.upload)
  const { type, isAttachment, hasViewer } = safeFileType(headers['content-type'])
  if (isAttachment) response.attachment()
  response.setHeader('content-type', type)
  if (isAttachment)
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  else if (hasViewer) response.setHeader('content-security-policy', "frame-ancestors 'self'")
  response.status(status)
  const idle = setTimeout(() => left.abort(), IDLE_MS)
  transfer.moved(0)
  body.on('data', (chunk: Buffer) => {
    idle.refresh()
    transfer.moved(chunk.length)
  })
  try {
    await pipeline(body, response)
  } finally {
    clearTimeout(idle)
  }
}

/** A client must not take a part for the whole. */
function failed(error: unknown, response: Response, report: (reason: string) => void): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (response.destroyed) return
  const isMissing = error instanceof MediaError && error.problem === 'refused'
  if (!(error instanceof BusyError)) report(error instanceof Error ? error.message : String(error))
  for (const name of RETURNED) response.removeHeader(name)
  if (isMissing) missing(response)
  else {
    forbidCaching(response)
    busy(response)
  }
}
