import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { articlePath } from '../content/links.ts'
import type { RankedArticle } from '../content/most-read.ts'
import type { PageCache } from '../edge/page-cache/page-cache.ts'
import type { Renew } from '../edge/page-cache/renewal.ts'
import { existingService } from '../services/registry.ts'
import type { Service, ServiceName, Services } from '../services/service.ts'
import { inTime } from '../system/deadline.ts'

export interface WarmUpSettings {
  pages: number
  milliseconds: number
  services: Services
  /** Service of a host that is none of theirs. */
  fallback: ServiceName
  pageCache: Pick<PageCache, 'get'> | undefined
  renew: Renew
  hottest(service: ServiceName, count: number): Promise<readonly RankedArticle[]>
  signal: AbortSignal
  log: Logger
}

interface Target {
  service: ServiceName
  host: string
  url: string
  score: number
}

/** Readers of other instances wait for the same CMS. */
const AT_ONCE = 4
/** Failures in a row after which the CMS is left alone. */
const MAX_FAILURES = 3
/** Milliseconds. */
const COUNTS_WAIT = 2000
const MAX_PATH_LENGTH = 1024

/**
 * Renders the front pages and the most read articles before readers come (REL-8), for as long as the readiness may
 * wait. Never rejects.
 */
export async function warmUp(settings: WarmUpSettings): Promise<void> {
  const { pages, milliseconds, pageCache, renew, signal, log } = settings
  if (pages === 0 || !pageCache) return
  const startedAt = performance.now()
  const left = (): number => milliseconds - (performance.now() - startedAt)
  const counts = inTime(targetsOf(settings), Math.min(COUNTS_WAIT, milliseconds), undefined)
  const targets = (await counts) ?? frontPages(settings, () => 0)
  const limited = pLimit(AT_ONCE)
  let failures = 0
  let fetched = 0
  const fetchOne = async ({ service, host, url }: Target): Promise<void> => {
    if (left() <= 0 || failures >= MAX_FAILURES || signal.aborted || pageCache.get(service, url)) return
    const currency = await renew(host, url, 0)
    failures = currency === 'old' ? failures + 1 : 0
    if (currency === 'whole') fetched += 1
  }
  const all = Promise.all(targets.slice(0, pages).map((target) => limited(() => fetchOne(target))))
  await inTime(all, left(), undefined)
  log.info({ pages: fetched, ms: Math.round(performance.now() - startedAt) }, 'pages are there before readers come')
}

/** The most wanted targets come first. */
async function targetsOf(settings: WarmUpSettings): Promise<Target[]> {
  const { services, pages, hottest } = settings
  const known = hostsOf(settings).map(async ({ service, host }) => {
    const articles = await hottest(service.name, pages).catch(() => [])
    return articles.flatMap(({ path, score }): Target[] => {
      const isPath = /^\/[^/]/.test(path) && path.length <= MAX_PATH_LENGTH
      return isPath ? [{ service: service.name, host, url: articlePath(path, service), score }] : []
    })
  })
  const articles = (await Promise.all(known)).flat()
  const scores = new Map<ServiceName, number>()
  for (const { service, score } of articles) scores.set(service, (scores.get(service) ?? 0) + score)
  const fronts = frontPages(settings, ({ name }) => scores.get(name) ?? 0)
  const isRead = ({ service, score }: Target): boolean =>
    score > 0 || existingService(services, service).name === settings.fallback
  return [...fronts.filter(isRead), ...articles.sort((one, other) => other.score - one.score)]
}

function frontPages(settings: WarmUpSettings, scoreOf: (service: Service) => number): Target[] {
  const fronts = hostsOf(settings).map(({ service, host }) => {
    return { service: service.name, host, url: '/', score: scoreOf(service) }
  })
  return fronts.sort((one, other) => other.score - one.score)
}

function hostsOf({ services, fallback }: WarmUpSettings): Array<{ service: Service; host: string }> {
  return Object.values(services).flatMap((service) => {
    if (service.serviceUrl !== undefined) return [{ service, host: new URL(service.serviceUrl).host }]
    return service.name === fallback ? [{ service, host: 'localhost' }] : []
  })
}
