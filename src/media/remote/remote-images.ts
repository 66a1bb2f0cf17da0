import type { MediaFile } from '../../content/remote-media.ts'
import type { ImageForm } from '../cut.ts'
import { createResizer } from '../resizer.ts'
import type { DiskCache } from './disk-cache.ts'
import { PLAIN_TYPES, type PlainKind } from './file-type.ts'
import type { MediaClient } from './media-client.ts'
import { createOriginals } from './originals.ts'

export interface ServedImage {
  body: Buffer
  type: string
  plain?: PlainKind
}

/** This server makes the forms (IMG-20). */
export interface RemoteImages {
  /**
   * @param client empty: nobody's request
   * @throws {MediaError | ImageError} when it is unavailable, or no image
   * @throws {BusyError} when there is too much to do
   */
  image(file: MediaFile, form: ImageForm, takesAvif: boolean, client?: string): Promise<ServedImage>
}

/**
 * @param maxBytes of forms in memory
 * @param maxMemory bytes for resizing
 * @param disk absent: memory only
 */
export function createRemoteImages(
  client: MediaClient,
  maxBytes: number,
  maxMemory: number,
  disk?: DiskCache,
): RemoteImages {
  const originals = createOriginals(client, disk, maxMemory)
  const resizer = createResizer(maxBytes, maxMemory, disk)
  return {
    async image(file, form, takesAvif, client = '') {
      const original = await originals.get(file, client)
      const { plain } = original
      if (plain) return { body: await original.read(), type: PLAIN_TYPES[plain], plain }
      return resizer.resize(original, form, takesAvif, client)
    },
  }
}
