import { stat } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { mediaTypeOf } from '../content/media-file.ts'
import { dispatch } from '../edge/page-cache/dispatch.ts'
import { imageHeader } from '../media/image-header.ts'
import type { MediaClient } from '../media/remote/media-client.ts'
import { hasUrl } from '../services/registry.ts'
import type { Services } from '../services/service.ts'
import { createFiles, type FileFacts, type Files } from '../syndication/feeds/files.ts'

const DEADLINE_MS = 5000

interface EnclosedFilesSettings {
  app: RequestListener
  services: Services
  /** Begins the paths of images that the application cuts. */
  images?: string
  /** Begins the paths of other files. */
  files?: string
  /** The first one first. */
  publicFolders?: readonly string[]
  /** Refuses hosts of the internal network. */
  client: MediaClient
}

/** Reads own files, and others by HEAD, for feeds (FEED-21). */
export function enclosedFiles({
  app,
  services,
  images,
  files,
  publicFolders = [],
  client,
}: EnclosedFilesSettings): Files {
  const own = new Set(
    Object.values(services)
      .filter(hasUrl)
      .map(({ serviceUrl }) => new URL(serviceUrl).origin),
  )
  const ofPublic = async (pathname: string): Promise<FileFacts | undefined> => {
    // No part leads out of the folder.
    if (mediaTypeOf(pathname) === undefined || /%2f|%5c|%00|\/\./i.test(pathname)) return undefined
    for (const folder of publicFolders) {
      const stats = await stat(join(folder, decodeURIComponent(pathname))).catch(() => undefined)
      if (stats?.isFile() && stats.size > 0) return { bytes: stats.size }
    }
    return undefined
  }
  const ofOwn = async ({ pathname, search, host }: URL): Promise<FileFacts | undefined> => {
    const request = { url: pathname + search, host, isRevalidation: false }
    if (images !== undefined && pathname.startsWith(images)) {
      const { status, body } = await dispatch(app, request)
      return status === 200 && body.length > 0 ? { bytes: body.length, ...pixelsOf(body) } : undefined
    }
    // Any other path is a page, and may call a CMS.
    if (files === undefined || !pathname.startsWith(files)) return ofPublic(pathname)
    const { status, headers } = await dispatch(app, { ...request, method: 'HEAD' })
    return status === 200 ? lengthOf(headers['content-length']) : undefined
  }
  const ofOther = async (url: URL): Promise<FileFacts | undefined> => {
    if (!isPublicWeb(url)) return undefined
    const at = url.protocol === 'https:' ? 'https' : 'http'
    const { signal } = new AbortController()
    const { status, headers, body } = await client.open(
      { at, host: url.hostname, path: url.pathname, query: url.search },
      { method: 'HEAD', headers: {}, signal, deadline: DEADLINE_MS },
    )
    body.destroy()
    return status === 200 ? lengthOf(headers['content-length']) : undefined
  }
  return createFiles(async (text) => {
    const url = new URL(text)
    return own.has(url.origin) ? ofOwn(url) : ofOther(url)
  })
}

/** Unusual ports are not the public web's. */
export function isPublicWeb({ port, protocol }: URL): boolean {
  return port === '' && (protocol === 'https:' || protocol === 'http:')
}

function lengthOf(header = ''): FileFacts | undefined {
  return /^[1-9]\d{0,14}$/.test(header) ? { bytes: Number(header) } : undefined
}

function pixelsOf(file: Buffer): Pick<FileFacts, 'width' | 'height'> {
  try {
    const { width, height } = imageHeader(file)
    return { width, height }
  } catch {
    return {}
  }
}
