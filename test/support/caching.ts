import { ROUTES } from '../../src/portal/routes.ts'
import type { Caching } from '../../src/system/cache-headers.ts'

const declared: Record<string, Caching[]> = {}
for (const { caching } of ROUTES.declared) {
  for (const [outcome, one] of Object.entries(caching)) declared[outcome] = [...(declared[outcome] ?? []), one]
}

/** Names of the outcomes of all routes. */
export const OUTCOMES = Object.keys(declared)

/** The caching of an outcome, which is one wherever it is declared. */
export function cachingOf(outcome: string): Caching {
  const [first, ...others] = declared[outcome] ?? []
  if (first === undefined) throw new Error(`no route declares ${outcome}`)
  for (const other of others) expect([outcome, other]).toEqual([outcome, first])
  return first
}
