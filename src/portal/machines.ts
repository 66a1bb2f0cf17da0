import type { EdgeSettings } from '../edge/page-cache/edge-parts.ts'
import { pageRoutes } from '../http/route-declarations.ts'
import type { Service, Services } from '../services/service.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { ROUTES } from './routes.ts'

const ARTICLES: ReadonlySet<unknown> = new Set([pageRoutes.article, pageRoutes.page])

export interface MachinesAtEdge extends Pick<EdgeSettings, 'alternateOf' | 'turnAway'> {
  refusedCrawlers: ApplicationSettings['refusedCrawlers']
}

export async function machinesAtEdge(
  services: Services,
  serviceOf: (host: string | undefined) => Service,
): Promise<MachinesAtEdge> {
  const policies = Object.values(services).flatMap(({ crawlers }) => crawlers ?? [])
  const refusals = policies.some(({ enforce }) => enforce) && (await import('../features/machines/refusals.ts'))
  const markdown = policies.some((policy) => policy.markdown) && (await import('../features/machines/negotiation.ts'))
  const mayBeArticle = (path: string): boolean => ROUTES.isCacheable(path) && ARTICLES.has(ROUTES.at(path))
  const guard = refusals ? refusals.crawlerGuard(services, serviceOf) : undefined
  return {
    turnAway: guard?.turnAway,
    refusedCrawlers: guard?.refused,
    alternateOf: markdown ? markdown.markdownAlternates(serviceOf, mayBeArticle) : undefined,
  }
}
