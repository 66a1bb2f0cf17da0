import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'

export interface Memory {
  bytes: number
  isLimited: boolean
}

export interface CacheSizes {
  pages: number
  /** Entries, also of the separate store for unbounded keys. */
  contents: number
  unbounded: number
  /** Without unbounded keys. */
  contentBytes: number
  images: number
}

const MEGABYTE = 1024 * 1024
export const USUAL_IMAGE_MEMORY = 64 * MEGABYTE
/** Of a process' memory, for each cache. */
const SHARE = 1 / 8
const PAGES = { least: 16 * MEGABYTE, most: 512 * MEGABYTE }
/** Bytes of a long article as rendered, and the article's share. */
const CONTENT_SIZE = 64 * 1024
const DECODED_SHARE = 1 / 2
const CONTENTS = { least: 200, most: 2000 }
const IMAGE_SHARE = 1 / 4
const IMAGES = { least: USUAL_IMAGE_MEMORY, most: 512 * MEGABYTE }
const UNBOUNDED_SHARE = 1 / 4

/** Without a limit Node says undefined, 0 or the largest number. */
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
    contentBytes: contents * CONTENT_SIZE * DECODED_SHARE,
    images: within(Math.floor((own * IMAGE_SHARE) / MEGABYTE) * MEGABYTE, IMAGES),
  }
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(Math.max(value, least), most)
}

export interface GroupMemory {
  limit: number
  used: number
}

interface Version {
  folder: string
  limit: string
  used: string
  cached: string
}

/** Version 1 writes 2^63 in whole pages. */
const NO_LIMIT = 2 ** 62
const UNLIMITED = 'max'

/**
 * The strictest limit of this control group and those around it, and this one's use.
 * @param own file that names the group
 * @returns undefined without a limit or groups
 */
export async function groupMemory(
  root = '/sys/fs/cgroup',
  own = '/proc/self/cgroup',
): Promise<GroupMemory | undefined> {
  const lines = ((await contentOf(own)) ?? '').split('\n').map((line) => line.split(':'))
  const pathOf = (controller: string): string =>
    lines.find(([, names = '']) => names.split(',').includes(controller))?.[2] ?? '/'
  const groups: Version[] = [
    ...foldersOf(root, pathOf('')).map((folder) => ({
      folder,
      limit: 'memory.max',
      used: 'memory.current',
      cached: 'inactive_file',
    })),
    ...foldersOf(join(root, 'memory'), pathOf('memory')).map((folder) => ({
      folder,
      limit: 'memory.limit_in_bytes',
      used: 'memory.usage_in_bytes',
      cached: 'total_inactive_file',
    })),
  ]
  const limited = await Promise.all(groups.map(async (group) => ({ group, limit: await limitOf(group) })))
  const [strictest] = limited.filter(({ limit }) => limit < NO_LIMIT).sort((one, other) => one.limit - other.limit)
  return strictest && { limit: strictest.limit, used: await usedOf(strictest.group) }
}

function foldersOf(root: string, path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..')
  return Array.from({ length: parts.length + 1 }, (_, depth) => join(root, ...parts.slice(0, depth)))
}

async function limitOf({ folder, limit }: Version): Promise<number> {
  const text = (await contentOf(join(folder, limit)))?.trim()
  return text === undefined || text === '' || text === UNLIMITED ? Number.POSITIVE_INFINITY : Number(text)
}

async function usedOf({ folder, used, cached }: Version): Promise<number> {
  const [bytes, figures] = await Promise.all([contentOf(join(folder, used)), contentOf(join(folder, 'memory.stat'))])
  const files = (figures ?? '')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([name]) => name === cached)
  return Math.max(0, Number(bytes ?? 0) - Number(files?.[1] ?? 0))
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}
