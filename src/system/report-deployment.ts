import type { Logger } from 'pino'
import { type Note, notesOn, type Place } from './deployment-notes.ts'
import type { Memory } from './memory.ts'

const MEGABYTE = 1024 * 1024

interface ReportedDeployment extends Place {
  memory: Memory
  workers: number
  pageCache: { isOn: boolean; bytes: number; file?: string }
  contents: { most: number }
  trustProxy: number | string[]
  isProxyGuessed: boolean
}

/**
 * Logs once the cache sizes, the assumed proxies and the deployment notes.
 * @param further notes, from the settings alone
 */
export async function reportDeployment(
  place: ReportedDeployment,
  root: string,
  log: Logger,
  further: readonly Note[] = [],
): Promise<void> {
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
  for (const { level, says, fix } of [...(await notesOn(place, root)), ...further]) log[level]({ fix }, says)
}
