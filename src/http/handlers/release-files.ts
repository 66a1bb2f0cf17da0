import type { RequestHandler } from 'express'
import type { OtherReleases } from '../../edge/releases/other-releases.ts'
import { sendStaticFile } from '../../edge/static-files/static-file.ts'
import { sendWithNode } from '../../edge/transport/serialised-response.ts'
import { STRICT_TRANSPORT_HEADER } from '../../edge/transport/strict-transport.ts'
import { sendUncompressed } from '../middleware/compression.ts'

const KEPT = new Set(['connection', STRICT_TRANSPORT_HEADER])

/** Sends files of other releases with their own headers (REL-1). */
export function releaseFiles(releases: OtherReleases): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const file = await releases.find(request.path.slice(1))
    if (!file) return next()
    sendUncompressed(response)
    for (const name of response.getHeaderNames()) if (!KEPT.has(name)) response.removeHeader(name)
    sendStaticFile(file, { request, response, send: sendWithNode })
  }
}
