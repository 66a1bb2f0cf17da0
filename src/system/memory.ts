import { totalmem } from 'node:os'

/** Memory for all processes of the portal. Bytes. */
export interface Memory {
  bytes: number
  isLimited: boolean
}

export interface CacheSizes {
  pages: number
  /** Entries of the content cache, and of its separate store for unbounded keys. */
  contents: number
  unbounded: number
  /** Bytes that one image may take while it is resized. */
  images: number
}

const MEGABYTE = 1024 * 1024
export const USUAL_IMAGE_MEMORY = 64 * MEGABYTE
/** Share of a process' memory for each cache; the rest is for the program, rendering and images. */
const SHARE = 1 / 8
const PAGES = { least: 16 * MEGABYTE, most: 512 * MEGABYTE }
const CONTENT_SIZE = 64 * 1024
const CONTENTS = { least: 200, most: 2000 }
/** Share of a process' memory for one image, file and decoder together. */
const IMAGE_SHARE = 1 / 4
const IMAGES = { least: USUAL_IMAGE_MEMORY, most: 512 * MEGABYTE }
/** Share of the content entries that unbounded keys may take. */
const UNBOUNDED_SHARE = 1 / 4

/** Without a limit Node reports undefined, 0 or the largest number, depending on its version and the system's. */
export function availableMemory(machine = totalmem(), limit = process.constrainedMemory() ?? 0): Memory {
  const isLimited = limit > 0 && limit < machine
  return { bytes: isLimited ? limit : machine, isLimited }
}

export function cacheSizes({ bytes }: Memory, processes: number): CacheSizes {
  const own = bytes / processes
  const part = own * SHARE
  const contents = within(Math.floor(part / CONTENT_SIZE), CONTENTS)
  return {
    pages: within(Math.floor(part / MEGABYTE) * MEGABYTE, PAGES),
    contents,
    unbounded: Math.floor(contents * UNBOUNDED_SHARE),
    images: within(Math.floor((own * IMAGE_SHARE) / MEGABYTE) * MEGABYTE, IMAGES),
  }
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(Math.max(value, least), most)
}
