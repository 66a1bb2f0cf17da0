import type { Stats } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { mediaTypeOf } from '../../content/media-file.ts'
import { passOn } from '../../edge/page-cache/dispatch.ts'
import { entityTag, rangeOf, refuseRange } from '../../edge/transport/conditional.ts'
import { originOf } from '../../seo/head.ts'
import { ownFontPath } from '../../services/own-style.ts'
import type { Services } from '../../services/service.ts'
import { fileStamp } from '../../system/files.ts'
import { cacheAs } from '../caching.ts'
import { exactRouter } from '../exact-router.ts'
import { sendUncompressed } from '../middleware/compression.ts'
import { contextOf } from '../request-context.ts'
import { fileRoutes } from '../route-declarations.ts'

const { publicFile, largePublicFile } = fileRoutes.root.caching
/** Bytes; larger files, and recordings, are streamed uncompressed. */
const MAX_CACHED = 256 * 1024

/** Proofs of ownership (RFC 8615); other dot files are private. */
const WELL_KNOWN = '.well-known'

/** Serves copied files without a restart (COST-85), small ones from the page cache for a moment. */
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
 * A range must lie within these bytes.
 * @returns true: it was refused
 */
function isOutside(request: Request, response: Response, stats: Stats): boolean {
  sendUncompressed(response)
  const { size } = stats
  // Nothing reads the file for its tag.
  const etag = entityTag(fileStamp(stats))
  response.setHeader('etag', etag)
  const range = rangeOf(request, etag, size)
  if (range === undefined) delete request.headers.range
  if (range !== 'none' || request.fresh) return false
  refuseRange(response, size)
  return true
}

function nameOf(path: string): string | undefined {
  // `request-guards.ts` has refused malformed paths.
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

/** The build's folder of reduced fonts. */
export const BUILT_FONTS = 'own-fonts'

/** Sends fonts that the build has not seen whole. */
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

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

const DAY_MS = 86_400_000
/** Less than a year (RFC 9116, 2.5.5). */
const VALID_DAYS = 180

/** Publishes contacts for vulnerabilities (RFC 9116; SEC-19). */
export function securityTxt(contacts: readonly string[]): RequestHandler {
  return (request, response) => {
    const origin = originOf(contextOf(request).service)
    // Once a day.
    const expires = new Date(Math.floor(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString()
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      'Preferred-Languages: pl, en',
      `Canonical: ${origin}${SECURITY_TXT_PATH}`,
    ]
    cacheAs(response, fileRoutes.securityTxt.caching.securityTxt)
    response.type('text').send(`${lines.join('\n')}\n`)
  }
}
