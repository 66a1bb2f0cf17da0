import { totalmem } from 'node:os'

/** What memory there is for all processes of the portal. Bytes. */
export interface Memory {
  bytes: number
  /** The system gives this group of processes less than the machine has: a container, a service with a limit. */
  isLimited: boolean
}

/** What a process keeps of what it has made. */
export interface CacheSizes {
  /** Bytes of the page cache. */
  pages: number
  /** Entries of the content cache; and of what readers can make up, which has a shelf of its own. */
  contents: number
  madeUp: number
}

const MEGABYTE = 1024 * 1024
/** Of what one process has, each cache may take this part; what remains is the program, rendering and pictures. */
const SHARE = 1 / 8
const PAGES = { least: 16 * MEGABYTE, most: 512 * MEGABYTE }
/** A long article in memory. Bytes. */
const CONTENT_SIZE = 64 * 1024
const CONTENTS = { least: 200, most: 2000 }
/** Of the contents: so many answers to what readers can make up. */
const MADE_UP_SHARE = 1 / 4

/**
 * The memory that processes may take together. Where nothing limits them, Node says nothing, 0, or the largest number
 * there is, by its version and the system's.
 */
export function availableMemory(machine = totalmem(), limit = process.constrainedMemory() ?? 0): Memory {
  const isLimited = limit > 0 && limit < machine
  return { bytes: isLimited ? limit : machine, isLimited }
}

/** Sizes that fit (OPS-6): each process may fill its caches and still have most of its part for its work. */
export function cacheSizes({ bytes }: Memory, processes: number): CacheSizes {
  const part = (bytes / processes) * SHARE
  const contents = within(Math.floor(part / CONTENT_SIZE), CONTENTS)
  return {
    pages: within(Math.floor(part / MEGABYTE) * MEGABYTE, PAGES),
    contents,
    madeUp: Math.floor(contents * MADE_UP_SHARE),
  }
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(Math.max(value, least), most)
}
