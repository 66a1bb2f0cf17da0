import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Express, RequestHandler } from 'express'
import pLimit from 'p-limit'
import { ampPath, CMS_FOLDERS } from '../../content/links.ts'
import { AMP_PREFIX } from '../../content/public-paths.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import type { Purge } from '../../purge/purge.ts'
import { cacheSubdomain } from '../../seo/amp-urls.ts'
import type { FolderKind } from '../../services/list-kind.ts'
import type { ServiceName, Services } from '../../services/service.ts'
import { ampCachesRoutes } from './route-declarations.ts'
import type { AmpCacheSettings, AmpCachesSettings } from './settings.ts'

export interface AmpDocument {
  service: ServiceName
  path: string
}

export interface AmpCaches {
  /** Never rejects: a cache that takes no update shows the old document for its minutes. */
  flush(documents: readonly AmpDocument[]): void
  close(): void
}

export type AmpUpdateOutcome = 'taken' | 'refused' | 'dropped'

export interface AmpCacheUses {
  services: Services
  isShared: boolean
  /** An emptied cache would fetch the old document. */
  renew(document: AmpDocument): Promise<void>
  onOutcome(outcome: AmpUpdateOutcome): void
  onError(error: Error): void
  originOf?(subdomain: string, host: string): string
}

/** Caches fetch the public key from the document's own host. */
export const AMP_KEY_PATH = '/.well-known/amphtml/apikey.pub'

const DEADLINE_MS = 5000
const RETRY_PAUSES = [1000, 5000] as const
/** Other instances get a purge by then. */
const SETTLE_MS = 2500
const MAX_RUNNING = 2
const MAX_DOCUMENTS = 500
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

class Refusal extends Error {}

export function createAmpCaches({ privateKey, hosts }: AmpCacheSettings, uses: AmpCacheUses): AmpCaches {
  const { services, isShared, renew, onOutcome, onError, originOf = (name, host) => `https://${name}.${host}` } = uses
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const turns = pLimit(MAX_RUNNING)
  const pause = (ms: number): Promise<unknown> =>
    wait(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  const send = async (origin: string, url: string): Promise<void> => {
    const response = await fetch(`${origin}${signedUpdate(privateKey, url)}`, {
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(DEADLINE_MS)]),
    })
    await response.body?.cancel()
    if (isFinal(response.status)) throw new Refusal(`HTTP ${response.status}`)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
  }
  const sendWithRetries = async (host: string, url: URL): Promise<void> => {
    const origin = originOf(cacheSubdomain(url.hostname), host)
    for (let tries = 0; !closing.signal.aborted; tries++) {
      try {
        await send(origin, `${url.host}${url.pathname}`)
        return onOutcome('taken')
      } catch (error) {
        if (closing.signal.aborted) return
        const delay = RETRY_PAUSES[tries]
        if (error instanceof Refusal || delay === undefined) {
          onOutcome('refused')
          const reason = error instanceof Error ? error.message : String(error)
          return onError(new Error(`the AMP cache ${host} did not take an update of ${url.pathname}: ${reason}`))
        }
        await pause(delay)
      }
    }
  }
  const update = async (document: AmpDocument, url: URL): Promise<void> => {
    if (closing.signal.aborted) return
    await Promise.race([renew(document).catch(() => {}), pause(DEADLINE_MS)])
    await Promise.all(hosts.map((host) => sendWithRetries(host, url)))
  }
  const updateTwice = async (document: AmpDocument, url: URL): Promise<void> => {
    await turns(() => update(document, url))
    if (!isShared) return
    await pause(SETTLE_MS)
    await turns(() => update(document, url))
  }
  let underWay = 0

  return {
    flush(documents) {
      let dropped = 0
      for (const document of documents) {
        const url = publicUrl(document, services)
        if (!url) continue
        if (underWay >= MAX_DOCUMENTS) {
          dropped += 1
          onOutcome('dropped')
          continue
        }
        underWay += 1
        void updateTwice(document, url).finally(() => {
          underWay -= 1
        })
      }
      if (dropped > 0) onError(new Error(`too many documents at once: AMP caches keep ${dropped} old ones`))
    },
    close: () => closing.abort(),
  }
}

/** AMP caches take documents of https origins only. */
function publicUrl({ service, path }: AmpDocument, services: Services): URL | undefined {
  const origin = Object.hasOwn(services, service) ? services[service]?.serviceUrl : undefined
  return origin?.startsWith('https://') ? new URL(path, origin) : undefined
}

/**
 * Path and query of an update that removes a document from a cache.
 * @param time milliseconds; caches take it for a minute before and after
 */
export function signedUpdate(privateKey: KeyObject, url: string, time: number = Date.now()): string {
  const unsigned = `/update-cache/c/s/${url}?amp_action=flush&amp_ts=${Math.floor(time / 1000)}`
  return `${unsigned}&amp_url_signature=${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`
}

const OTHER_FOLDERS = new Set(['api', 'feed', 'fragment', 'page', 'search', 'wp-json', ...wordsOf(CMS_FOLDERS)])

/** An article of a CMS may have a path that begins like a series' (SERIES-2). */
function wordsOf({ series: _, ...words }: Readonly<Record<FolderKind, string>>): string[] {
  return Object.values(words)
}

export function ampDocumentsOf({ service: name, paths }: Purge, services: Services): AmpDocument[] {
  const service = Object.hasOwn(services, name) ? services[name] : undefined
  if (!service?.hasAmp) return []
  const lists = new Set(wordsOf(service.paths))
  const documents = paths.flatMap((path) => {
    if (path.startsWith(`${AMP_PREFIX}/`)) return [ampPath(path.slice(AMP_PREFIX.length))]
    const [, folder = ''] = path.split('/', 2)
    return folder === '' || OTHER_FOLDERS.has(folder) || lists.has(folder) ? [] : [ampPath(path)]
  })
  return [...new Set(documents)].map((path) => ({ service: name, path }))
}

export function isPurgedDocument(
  url: string,
  keys: { hasAny(keys: ReadonlySet<string>): boolean },
  articleKeys: ReadonlySet<string>,
): boolean {
  return url.startsWith(`${AMP_PREFIX}/`) && keys.hasAny(articleKeys)
}

/**
 * Sends the public half of the signing key (AMP-13).
 * @param key PEM
 */
export function ampKey(key: string): RequestHandler {
  return (_request, response) => {
    cacheAs(response, ampCachesRoutes.key.caching.ampKey)
    response.type('text').send(key)
  }
}

export function mountAmpKey(app: Express, { settings }: AppDependencies<AmpCachesSettings>): void {
  if (!settings.ampCaches) return
  const key = createPublicKey(settings.ampCaches.privateKey).export({ type: 'spki', format: 'pem' })
  app.get(AMP_KEY_PATH, ampKey(key.toString()))
}
