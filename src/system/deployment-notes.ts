import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { ClearText } from './clear-text.ts'
import { isNetworkDisk, lossOn, mountOfFile } from './disks.ts'
import type { Memory } from './memory.ts'
import type { Platform } from './platform.ts'

export interface Note {
  /** `info` costs comfort, `warn` costs data or secrets. */
  level: 'info' | 'warn'
  says: string
  fix: string
}

export interface EdgeFacts {
  /** By the newsroom itself, or by `POST /ops/purge`. */
  arePurged: boolean
  areForwarded: boolean
  set?: number
}

export interface Place {
  platform?: Platform
  inCluster?: boolean
  clearTexts: readonly ClearText[]
  /** `own`: the portal stores subscribers. */
  newsletterProvider: { kind: string }
  database?: object
  subscribersFile: string
  /** Where it is the public origin too. */
  originOfCms?: string
  instance?: number
  store?: object
  pageCache: { file?: string }
  releaseFiles: { kind: 'none' | 'url' | 'store' | 'unsealed' }
  edge: EdgeFacts
}

export async function notesOn(place: Place, root: string): Promise<Note[]> {
  const notes = [originNotes, clearTextNotes, instanceNotes, releaseNotes, edgeNotes].flatMap((of) => of(place))
  return [...notes, ...(await diskNotes(place, root))]
}

function originNotes({ originOfCms }: Place): Note[] {
  if (originOfCms === undefined) return []
  return [
    {
      level: 'warn',
      says: `The public URL is that of WordPress itself, ${originOfCms}: canonical URLs, maps and feeds lead past the portal.`,
      fix: 'Set SITE_URL to the URL at which readers find the portal, and give WordPress another one.',
    },
  ]
}

function instanceNotes({ instance, store, platform, inCluster }: Place): Note[] {
  if (store) return []
  const fix =
    'Set REDIS_URL (or KV_REST_API_URL and KV_REST_API_TOKEN) to a store that they share, or run one instance.'
  if (instance !== undefined && instance > 1) {
    return [
      {
        level: 'warn',
        says: `This is instance ${instance} of several, and they share no store: a purge reaches one of them, and each counts limits and the most read articles for itself.`,
        fix,
      },
    ]
  }
  if (platform?.disk !== 'none' && !inCluster) return []
  return [
    {
      level: 'info',
      says: 'Nothing says whether this is the only instance, and there is no shared store: a purge would reach one of several.',
      fix,
    },
  ]
}

function clearTextNotes({ clearTexts }: Place): Note[] {
  return clearTexts.map(({ secret, address, host }) => ({
    level: 'warn',
    says: `${secret} goes to ${host} in clear text: everybody on that network can read it.`,
    fix: `Use a URL with TLS in ${address}, if ${host} has one.`,
  }))
}

function releaseNotes({ releaseFiles, platform, inCluster }: Place): Note[] {
  const meanwhile = 'During a deployment readers of one release do not find the style sheets and scripts of the other'
  if (releaseFiles.kind === 'unsealed') {
    return [
      {
        level: 'warn',
        says: `${meanwhile}: what lies in the shared store could be anybody's, as neither PURGE_TOKEN nor a password of the store is set.`,
        fix: 'Set PURGE_TOKEN, the same for all instances.',
      },
    ]
  }
  if (releaseFiles.kind !== 'none' || (!platform && !inCluster)) return []
  return [
    {
      level: 'warn',
      says: `${meanwhile}: instances have no shared store.`,
      fix: 'Set REDIS_URL (or KV_REST_API_URL and KV_REST_API_TOKEN), or copy dist/assets of each release to a place that ASSETS_URL names.',
    },
  ]
}

/** Caches in front keep for long only what purges reach (OPS-23). */
function edgeNotes({ edge: { set, arePurged, areForwarded } }: Place): Note[] {
  if (areForwarded && !arePurged && set === undefined) {
    return [
      {
        level: 'info',
        says: 'Caches in front keep pages for a minute alone: without PURGE_TOKEN the CMS cannot say what has changed.',
        fix: 'Set PURGE_TOKEN, and let the CMS call POST /ops/purge.',
      },
    ]
  }
  if (set === undefined || set === 0 || (areForwarded && arePurged)) return []
  const missing = areForwarded ? 'the CMS cannot say what has changed' : 'nothing forwards purges to them'
  return [
    {
      level: 'warn',
      says: `Caches in front may keep pages for ${set} s (EDGE_MAX_AGE), and ${missing}: readers may get old pages for as long.`,
      fix: `Set ${areForwarded ? 'PURGE_TOKEN' : 'PURGE_FORWARD_URL and PURGE_FORWARD_TOKEN'}, or EDGE_MAX_AGE=0, unless the CMS purges these caches itself.`,
    },
  ]
}

async function diskNotes(
  { newsletterProvider, database, subscribersFile, pageCache, platform, inCluster }: Place,
  root: string,
): Promise<Note[]> {
  const notes: Note[] = []
  if (newsletterProvider.kind === 'own' && !database) {
    const mount = await mountOfFile(resolve(root, subscribersFile))
    const loss = lossOn(mount, platform, inCluster)
    if (loss !== undefined) {
      notes.push({
        level: 'warn',
        says: `SUBSCRIBERS_FILE (${subscribersFile}) does not last: ${loss}. Subscribers are lost with the next release.`,
        fix: 'Set DATABASE_URL to a PostgreSQL, or mount a volume and name a file on it in SUBSCRIBERS_FILE, or use a newsletter provider (SARE_URL, SARE_UID and SARE_API_KEY).',
      })
    }
    if (isNetworkDisk(mount)) {
      notes.push({
        level: 'warn',
        says: `SUBSCRIBERS_FILE (${subscribersFile}) lies on a disk of the network (${mount?.type}), where its locks do not hold.`,
        fix: "Name a file on a disk of the machine's own in SUBSCRIBERS_FILE, or set DATABASE_URL to a PostgreSQL.",
      })
    }
  }
  if (pageCache.file !== undefined) {
    const loss = lossOn(await mountOfFile(resolve(root, pageCache.file)), platform, inCluster)
    if (loss !== undefined) {
      notes.push({
        level: 'info',
        says: `PAGE_CACHE_FILE (${pageCache.file}) does not last: ${loss}. Each release begins without pages.`,
        fix: 'Name a file on a volume in PAGE_CACHE_FILE to have pages at once, or "off".',
      })
    }
  }
  return notes
}

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
 * Logs cache sizes, assumed proxies and notes once.
 * @param further from the settings alone
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
