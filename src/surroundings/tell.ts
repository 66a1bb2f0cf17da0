import type { Logger } from 'pino'
import type { Memory } from './memory.ts'
import { notesOn, type Place } from './notes.ts'

const MEGABYTE = 1024 * 1024

interface ToldPlace extends Place {
  memory: Memory
  workers: number
  pageCache: { isOn: boolean; bytes: number; file?: string }
  contents: { most: number }
  trustProxy: number | string[]
  isProxyGuessed: boolean
}

/**
 * Tells the log once what was guessed and chosen for the place the portal runs in, and what is amiss with it.
 * @param root the project's folder
 */
export async function tellSurroundings(place: ToldPlace, root: string, log: Logger): Promise<void> {
  const { memory, pageCache, contents, workers, platform, trustProxy, isProxyGuessed } = place
  log.info(
    {
      memoryMb: Math.floor(memory.bytes / MEGABYTE),
      from: memory.isLimited ? 'limit' : 'machine',
      workers,
      pageCacheMb: pageCache.isOn ? pageCache.bytes / MEGABYTE : 0,
      contents: contents.most,
      node: process.version,
    },
    'sizes of the caches of each process',
  )
  if (platform && isProxyGuessed) {
    log.info(
      { platform: platform.name, trustProxy },
      'proxies are trusted as this platform has them: TRUST_PROXY is not set',
    )
  }
  for (const { level, says, fix } of await notesOn(place, root)) log[level]({ fix }, says)
}
