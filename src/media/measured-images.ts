import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Size } from '../content/image-sizes.ts'
import { fileStamp } from '../system/files.ts'
import { loadSharp } from './load-sharp.ts'

const MAX_KNOWN = 5000
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
  const sharp = await loadSharp()
  const { autoOrient } = await sharp(file)
    .metadata()
    .catch(() => ({ autoOrient: undefined }))
  return autoOrient
}
