import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Size } from '../content/image-sizes.ts'
import { fileStamp } from '../system/files.ts'
import { bytesOf } from './header.ts'
import { imageKind, webpHeader } from './image-header.ts'
import { loadSharp } from './load-sharp.ts'

const MAX_KNOWN = 5000
/** Bytes: the container's head, and that of the one image in it. */
const WEBP_HEAD = 30
const PLAIN_WEBP = /^VP8[ L]$/
/** `/media/2026/03/name.jpg`, or the same with any host. */
const PATH = /(\/\d{4}\/\d{2}\/[a-z0-9-]+)\.[a-z]+$/
const EXTENSIONS = ['.webp', '.jpg', '.jpeg', '.png', '.avif']

/**
 * Images stand upright.
 * @param folder holds `{yyyy}/{mm}/{name}`
 */
export function imageSizes(folder: string): (src: string) => Promise<Size | undefined> {
  const known = new LRUCache<string, Size>({ max: MAX_KNOWN })
  return async (src) => {
    const name = PATH.exec(src)?.[1]
    if (name === undefined) return undefined
    for (const extension of EXTENSIONS) {
      const file = join(folder, name + extension)
      const stats = await stat(file).catch(() => undefined)
      if (!stats?.isFile()) continue
      const key = `${file} ${fileStamp(stats)}`
      const size = known.get(key) ?? (await sizeOf(file))
      if (size) known.set(key, size)
      return size
    }
    return undefined
  }
}

async function sizeOf(file: string): Promise<Size | undefined> {
  const head = file.endsWith('.webp') ? await beginningOf(file).catch(() => undefined) : undefined
  return (head && plainWebpSize(head)) ?? measuredSize(file)
}

/** The decoder's library takes 10 MB, so it is not loaded for what the first bytes of a file say. */
async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(WEBP_HEAD), 0, WEBP_HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** An extended file may have an orientation. */
function plainWebpSize(head: Buffer): Size | undefined {
  if (head.length < WEBP_HEAD || imageKind(head) !== 'webp' || !PLAIN_WEBP.test(head.toString('latin1', 12, 16)))
    return undefined
  const { width, height } = webpHeader(bytesOf(head))
  return width > 0 && height > 0 ? { width, height } : undefined
}

async function measuredSize(file: string): Promise<Size | undefined> {
  const sharp = await loadSharp()
  const { autoOrient } = await sharp(file)
    .metadata()
    .catch(() => ({ autoOrient: undefined }))
  return autoOrient
}
