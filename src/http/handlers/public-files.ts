import type { Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { mediaTypeOf } from '../../content/media-file.ts'
import { passOn } from '../../edge/page-cache/dispatch.ts'
import { entityTag, rangeOf, refuseRange } from '../../edge/transport/conditional.ts'
import { fileStamp } from '../../system/files.ts'
import { cacheAs } from '../caching.ts'
import { sendUncompressed } from '../middleware/compression.ts'
import { fileRoutes } from '../route-declarations.ts'

const { publicFile, largePublicFile } = fileRoutes.root.caching
/** Larger files, and recordings, are streamed uncompressed. Bytes. */
const MAX_CACHED = 256 * 1024

/** Proofs of ownership (RFC 8615); other dot files are private. */
const WELL_KNOWN = '.well-known'

/**
 * The operator's own files. One that is copied into the folder needs no restart (COST-85). Small ones are in the page
 * cache for a moment.
 */
export function publicFiles(folder: string): RequestHandler {
  const send = express.static(folder, {
    index: false,
    redirect: false,
    dotfiles: 'allow',
    cacheControl: false,
    etag: false,
    lastModified: false,
    setHeaders: (response, path) => {
      const type = mediaTypeOf(path)
      if (type !== undefined) response.setHeader('content-type', type)
    },
  })
  return async (request, response, next) => {
    const name = nameOf(request.path)
    const file = name === undefined ? undefined : await fileAt(folder, name)
    if (name === undefined || !file) return next()
    const isCached = file.size <= MAX_CACHED && mediaTypeOf(name) === undefined
    if (!isCached && passOn(request, response)) return
    cacheAs(response, isCached ? publicFile : largePublicFile)
    if (!request.dispatch && isOutside(request, response, file)) return
    send(request, response, next)
  }
}

/**
 * A range counts only where it is one part of these bytes.
 * @returns true: the range is outside the file, and was refused
 */
function isOutside(request: Request, response: Response, stats: Stats): boolean {
  // The tag is of the plain bytes.
  sendUncompressed(response)
  const { size } = stats
  // The file is sent without being read.
  const etag = entityTag(fileStamp(stats))
  response.setHeader('etag', etag)
  const range = rangeOf(request, etag, size)
  if (range === undefined) delete request.headers.range
  if (range !== 'none' || request.fresh) return false
  refuseRange(response, size)
  return true
}

function nameOf(path: string): string | undefined {
  // Malformed paths have been refused before (`url-guard.ts`).
  const segments = decodeURIComponent(path).slice(1).split('/')
  const isHidden = segments.some(
    (segment, index) => segment === '' || (segment.startsWith('.') && (index > 0 || segment !== WELL_KNOWN)),
  )
  return isHidden || /[\\\0]/.test(path) ? undefined : join(...segments)
}

async function fileAt(folder: string, name: string): Promise<Stats | undefined> {
  const path = join(folder, name)
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const [root, file] = await Promise.all([folder, path].map((one) => realpath(one).catch(() => '')))
  return file?.startsWith(`${root}${sep}`) ? stats : undefined
}
