import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { feedsKey, postOfKey } from '../content/surrogate-keys.ts'
import {
  type AmpCaches,
  type AmpDocument,
  ampDocumentsOf,
  isPurgedDocument,
} from '../features/amp-caches/amp-caches.ts'
import type { Proxies } from '../purge/proxies.ts'
import { matchOf, type Purge, withFeeds } from '../purge/purge.ts'
import { sharedPurges } from '../purge/shared-purges.ts'
import type { Service, Services } from '../services/service.ts'
import { inTime } from '../system/deadline.ts'
import type { SharedStore } from '../system/store/shared-store.ts'

export interface PurgingSettings {
  purgeHere(matches: ReturnType<typeof matchOf>, purge?: Purge): number
  store?: SharedStore
  proxies?: Proxies
  /** Called when another instance knows of a change. */
  onNewsroom?(): void
  /** Absent: no AMP cache takes updates. */
  amp?: { caches: AmpCaches; services: Services }
  /**
   * Announces changed content.
   * @param settled resolves when other instances and caches in front have the purge
   */
  publish?(purge: Purge, service: Service, settled: Promise<void>): void
  onError(error: unknown): void
  /** How long an instance that this one replaces may still send pages. Milliseconds. */
  predecessor?: number
}

export interface Purging {
  /**
   * Passes a purge on to all others.
   * @returns how many pages matched here
   */
  requested(purge: Purge, service: Service): number
  /**
   * Every instance detects the change: only the first one notifies others.
   * @param stamp tells it from a later change of the same articles
   */
  detected(purge: Purge, service: Service, stamp?: string): Promise<void>
  announceNewsroom(): void
  catchUp(): Promise<void> | undefined
  /**
   * Caches in front have pages of the build before it, and of its settings (PURGE-18).
   * @param release its name, the same at every instance of it
   */
  started(release: string): Promise<void>
  close(): Promise<void>
}

/** Instances poll every half a minute by default. Milliseconds. */
const DETECTION_WINDOW = 30_000
/** How long an instance that this one replaces may still send pages. Milliseconds. */
const PREDECESSOR = 60_000
/** Longest wait for a store that is away. Milliseconds. */
const ANNOUNCING = 30_000

export function createPurging({
  purgeHere,
  store,
  proxies,
  amp,
  publish,
  onNewsroom,
  onError,
  predecessor = PREDECESSOR,
}: PurgingSettings): Purging {
  const closing = new AbortController()
  const others =
    store &&
    sharedPurges({
      store: store.background,
      onPurge: (purge) => purgeHere(matchOf(purge), purge),
      onNewsroom,
      // Meanwhile this instance may have handed caches in front what others had purged.
      onLost() {
        purgeHere(() => true)
        void proxies?.purgeAll()
        onNewsroom?.()
      },
      onError,
    })
  const purgeNoting = createNoting(purgeHere, amp)
  const settle = async (announced: Promise<void>, purged: Promise<void>, { service }: Purge): Promise<void> => {
    await Promise.all([inTime(announced, ANNOUNCING, undefined), purged])
    // Until then another instance may have handed a cache the old feed.
    if (others) await proxies?.purge({ service, paths: [], tags: [feedsKey(service)] })
  }
  const notifyOutside = (purge: Purge, service: Service, documents: readonly AmpDocument[]): void => {
    if (documents.length > 0) amp?.caches.flush(documents)
    const announced = others?.announce(purge) ?? Promise.resolve()
    const purged = proxies?.purge(purge) ?? Promise.resolve()
    // Feeds of articles are as they were.
    if (purge.only === undefined) publish?.(purge, service, settle(announced, purged, purge))
  }
  return {
    requested(requestedPurge, service) {
      const purge = withFeeds(requestedPurge)
      const { met, documents } = purgeNoting(purge)
      notifyOutside(purge, service, documents)
      return met
    },
    async detected(change, service, stamp = '') {
      const purge = withFeeds(change)
      const { documents } = purgeNoting(purge)
      const digest = createHash('sha256')
        .update(JSON.stringify([purge, stamp]))
        .digest('base64url')
      const claims = await store?.increment(`szpalta:found:${digest}`, DETECTION_WINDOW)
      // A second notice is better than none.
      if (claims === undefined || claims.count === 1) notifyOutside(purge, service, documents)
    },
    announceNewsroom: () => void others?.announce('newsroom'),
    catchUp: () => others?.catchUp(),
    async started(release) {
      if (!proxies) return
      for (const pause of [0, predecessor]) {
        await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {})
        if (closing.signal.aborted) return
        const claims = await store?.increment(`szpalta:started:${release}`, DETECTION_WINDOW)
        if (claims === undefined || claims.count === 1) await proxies.purgeAll()
      }
    },
    async close() {
      closing.abort()
      proxies?.close()
      amp?.caches.close()
      await others?.close()
    },
  }
}

/**
 * A purge of an article is one of its AMP document too; documents by a tag are noted, because a tag alone says no path.
 */
function createNoting(purgeHere: PurgingSettings['purgeHere'], amp: PurgingSettings['amp']) {
  return (purge: Purge): { met: number; documents: AmpDocument[] } => {
    const matches = matchOf(purge)
    if (amp === undefined || purge.only !== undefined) return { met: purgeHere(matches, purge), documents: [] }
    const articleKeys = new Set(purge.tags.filter((tag) => postOfKey(tag) !== undefined))
    const documents = new Map(ampDocumentsOf(purge, amp.services).map((document) => [nameOf(document), document]))
    let isNoting = true
    const met = purgeHere((page, keys) => {
      const document = { service: page.service, path: page.url }
      const isMatch = matches(page, keys)
      if (isMatch && isNoting && isPurgedDocument(page.url, keys, articleKeys))
        documents.set(nameOf(document), document)
      return isMatch || documents.has(nameOf(document))
    }, purge)
    // The cache keeps the match for pages that are being rendered.
    isNoting = false
    return { met, documents: [...documents.values()] }
  }
}

function nameOf({ service, path }: AmpDocument): string {
  return `${service} ${path}`
}
