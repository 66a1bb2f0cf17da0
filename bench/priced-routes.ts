import { BOUNDS } from '../src/edge/page-cache/fair-queue.ts'
import type { Route } from '../src/edge/page-cache/route.ts'
import { ROUTES } from '../src/portal/routes.ts'

/** A request whose price is measured. */
export interface PricedKind {
  kind: string
  /** As the route declares it. */
  route: string
  path(n: number): string
  /** What keeps one client from asking often; absent: nothing. */
  bound?: string | undefined
}

/** Each declared route that has an example, with a number that makes its URL new. */
export const PRICED: readonly PricedKind[] = ROUTES.declared.flatMap((route, index) => {
  const { example, summary } = route
  if (example === undefined) return []
  // Each route has articles of its own, which no other one has loaded.
  const path = (n: number): string =>
    example.replaceAll('{n}', String(1000 * (index + 1) + n)).replaceAll('{page}', String(n + 2))
  return [{ kind: summary, route: route.path, path, bound: boundOf(route) }]
})

function boundOf({ queue, bound }: Route): string | undefined {
  if (queue === 'none') return bound
  const { ofClient, inAll } = BOUNDS[queue]
  if (!Number.isFinite(inAll)) return bound && `${bound}; turns: ${ofClient} a client`
  const turns = `turns: ${ofClient} a client, ${inAll} in all`
  return bound === undefined ? turns : `${bound}; ${turns}`
}
