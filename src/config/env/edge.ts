import * as z from 'zod'
import type { Lifetimes } from '../../system/cache-policy.ts'
import type { EdgeFacts } from '../../system/deployment-notes.ts'
import { numeric } from './values.ts'

/** A day: what a lost purge left behind ends by then at the latest. Seconds. */
const DEFAULT_EDGE_AGE = 86_400

/** Variables of what other caches may keep. */
export const edgeVariables = {
  EDGE_MAX_AGE: numeric(0, 31_536_000).optional(),
  PAGE_MAX_AGE: numeric(0, 86_400).default(60),
}

const edgeSchema = z.object(edgeVariables)

export interface EdgeSettings {
  lifetimes: Lifetimes
  edge: EdgeFacts
}

interface Purges {
  /** Whether changes are purged here: the newsroom by itself, a CMS by `POST /ops/purge`. */
  arePurged: boolean
  /** Whether purges go to caches in front, and to AMP caches. */
  areForwarded: boolean
  areForwardedToAmp: boolean
}

/** A cache keeps a page for long only where all changes reach it (docs/decisions/112), unless the operator knows better. */
export function edgeSettings(
  { EDGE_MAX_AGE: set, PAGE_MAX_AGE: browsers }: z.output<typeof edgeSchema>,
  { arePurged, areForwarded, areForwardedToAmp }: Purges,
): EdgeSettings {
  const usual = (isReached: boolean): number => set ?? (arePurged && isReached ? DEFAULT_EDGE_AGE : 0)
  return {
    lifetimes: { browsers, pages: usual(areForwarded), amp: usual(areForwarded || areForwardedToAmp) },
    edge: { arePurged, areForwarded, ...(set !== undefined && { set }) },
  }
}
