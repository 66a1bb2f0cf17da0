import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendMinimal } from '../../edge/transport/minimal-response.ts'
import type { Refusal } from '../../observability/metrics.ts'
import { licencesOf } from '../../services/crawlers.ts'
import type { Service, Services } from '../../services/service.ts'
import { memoizeBounded } from '../../system/memoize.ts'
import { deniedCrawlers } from './crawlers.ts'

const MAX_KNOWN_HOSTS = 64

export interface CrawlerGuard {
  /** @returns true: the request is refused */
  turnAway(request: IncomingMessage, response: ServerResponse): boolean
  refused(): readonly Refusal[]
}

interface Guarded {
  pattern: RegExp
  /** By name in lower case. */
  counts: Map<string, Refusal>
  open: ReadonlySet<string>
}

/** A refused crawler may read the rules. */
const RULES = /^\/(?:robots\.txt|\.well-known\/[^?]*)(?:\?|$)/

/** Denied crawlers get 403 (MACH-5). A user agent is compared and forgotten: only the name of the table is counted. */
export function crawlerGuard(services: Services, serviceOf: (host: string | undefined) => Service): CrawlerGuard {
  const guarded = new Map(Object.values(services).flatMap(guardedOf))
  const guardAt = memoizeBounded((host) => ({ guard: guarded.get(serviceOf(host).name) }), MAX_KNOWN_HOSTS)
  return {
    turnAway(request, response) {
      const { url = '/', headers } = request
      const { guard } = guardAt(headers.host ?? '')
      const name = guard?.pattern.exec(headers['user-agent'] ?? '')?.[0].toLowerCase()
      const refusal = name === undefined ? undefined : guard?.counts.get(name)
      if (!guard || !refusal || RULES.test(url) || guard.open.has(url)) return false
      refusal.count += 1
      sendMinimal(response, 403)
      return true
    },
    refused: () => [...guarded.values()].flatMap(({ counts }) => [...counts.values()]),
  }
}

function guardedOf(service: Service): Array<[string, Guarded]> {
  const { name, crawlers: policy } = service
  const denied = policy?.enforce ? deniedCrawlers(policy) : []
  if (denied.length === 0) return []
  const counts = new Map(
    denied.map((crawler) => [crawler.toLowerCase(), { service: name, crawler, count: 0 }] as const),
  )
  return [[name, { pattern: new RegExp(denied.join('|'), 'i'), counts, open: new Set(licencesOf(policy)) }]]
}
