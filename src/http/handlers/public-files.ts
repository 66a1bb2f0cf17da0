import { existsSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import express, { type RequestHandler } from 'express'
import { passOn } from '../../page-cache/dispatch.ts'
import { fileStamp } from '../../system/file-stamp.ts'
import { entityTag } from '../../transport/conditional.ts'
import { cacheAs } from '../caching.ts'
import { sendUncompressed } from '../middleware/compression.ts'

/** Larger files are streamed to each client, uncompressed. Bytes. */
const MAX_CACHED = 256 * 1024

/** The folder for proofs of ownership (RFC 8615); other dot files are private. */
const WELL_KNOWN = '/.well-known/'

/**
 * The operator's own files, such as proofs of ownership. The folder is listed at the start, so that requests for other
 * paths do not access the disk. Small files are in the page cache, with their compressed forms.
 */
export function publicFiles(folder: string): RequestHandler {
  const names = filesIn(folder).map((name) => `/${name.replaceAll(sep, '/')}`)
  const shown = names.filter((name) => name.startsWith(WELL_KNOWN) || !name.includes('/.'))
  const sizes = new Map(shown.map((name) => [name, statSync(join(folder, name), { throwIfNoEntry: false })?.size]))
  const options = {
    ...{ index: false, redirect: false, dotfiles: 'allow', cacheControl: false, etag: false, lastModified: false },
  } as const
  const sendLarge = express.static(folder, {
    ...options,
    setHeaders: (response, _path, stats) => {
      cacheAs(response, 'largePublicFile')
      response.setHeader('etag', tagOf(stats))
    },
  })
  const sendSmall = express.static(folder, {
    ...options,
    acceptRanges: false,
    setHeaders: (response, _path, stats) => {
      cacheAs(response, 'publicFile')
      // For requests that bypass the page cache, which has its own tags.
      response.setHeader('etag', tagOf(stats))
    },
  })
  return (request, response, next) => {
    // Malformed paths have been refused before (`url-guard.ts`).
    const size = sizes.get(decodeURIComponent(request.path))
    if (size === undefined) return next()
    if (size <= MAX_CACHED) return sendSmall(request, response, next)
    if (passOn(request, response)) return
    sendUncompressed(response)
    sendLarge(request, response, next)
  }
}

/** Of a file that is sent without being read. */
function tagOf(stats: Stats): string {
  return entityTag(fileStamp(stats))
}

/** A site folder may have none. */
function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []
}
