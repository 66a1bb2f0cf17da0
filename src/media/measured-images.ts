import { open } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { Size } from '../content/image-sizes.ts'
import { bytesOf } from './header.ts'
import { imageKind, webpHeader } from './image-header.ts'
import { loadSharp } from './load-sharp.ts'
import { originalsIn } from './originals.ts'

const MAX_KNOWN = 5000
/** Bytes of the container's head and the image's. */
const WEBP_HEAD = 30
/** The host is ignored. */
const PATH = /(\/\d{4}\/\d{2}\/[a-z0-9-]+)\.[a-z]+$/

/**
 * Images stand upright.
 * @param folder of `originals.ts`
 */
export function imageSizes(folder: string): (src: string) => Promise<Size | undefined> {
  const known = new LRUCache<string, Size>({ max: MAX_KNOWN })
  const originals = originalsIn(folder)
  return async (src) => {
    const name = PATH.exec(src)?.[1]
    if (name === undefined) return undefined
    const original = await originals(name)
    if (!original) return undefined
    const { file, revision, bytes } = original
    const key = `${file} ${revision}`
    const size = known.get(key) ?? (await sizeOf(file, bytes))
    if (size) known.set(key, size)
    return size
  }
}

async function sizeOf(file: string, bytes: number): Promise<Size | undefined> {
  const head = file.endsWith('.webp') ? await beginningOf(file).catch(() => undefined) : undefined
  return (head && plainWebpSize(head, bytes)) ?? measuredSize(file)
}

/** The decoder's library would take 10 MB. */
async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(WEBP_HEAD), 0, WEBP_HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * An extended file may have an orientation.
 * @param bytes of the file: a cut one has no size
 */
function plainWebpSize(head: Buffer, bytes: number): Size | undefined {
  if (head.length < WEBP_HEAD || imageKind(head) !== 'webp' || !isWholeWebp(head, bytes)) return undefined
  const { width, height } = webpHeader(bytesOf(head))
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** RIFF's length omits eight bytes. */
const RIFF_HEAD = 8
const IMAGE = 20

/** Other bytes would give any size (RFC 9649, 2.4 to 2.6; RFC 6386, 9.1). */
function isWholeWebp(head: Buffer, bytes: number): boolean {
  if (head.readUInt32LE(4) + RIFF_HEAD > bytes) return false
  const kind = head.toString('latin1', 12, 16)
  // A key frame, and its start code.
  if (kind === 'VP8 ') return head.readUInt8(IMAGE) % 2 === 0 && head.readUIntBE(IMAGE + 3, 3) === 0x9d012a
  // The signature, and version 0 in the last three bits.
  return kind === 'VP8L' && head.readUInt8(IMAGE) === 0x2f && head.readUInt8(IMAGE + 4) < 0x20
}

async function measuredSize(file: string): Promise<Size | undefined> {
  const sharp = await loadSharp()
  const { autoOrient } = await sharp(file)
    .metadata()
    .catch(() => ({ autoOrient: undefined }))
  return autoOrient
}
