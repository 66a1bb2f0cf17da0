import { kindOf, type Report } from '../system/report.ts'

/** No editor comes near (docs/requirements/cost.md), and steps stay below 200 ms (COST-1). Cuts are logged once. */

/** Weighted by cost (`html/size.ts`) (COST-3). */
export const MAX_TAGS = 30_000
/** Of markup and settings (COST-3). */
export const MAX_CHARACTERS = 1_000_000
export const MAX_COLOURED = 50_000
export const MAX_CARDS = 500
export const MAX_HOME_BLOCKS = 500
export const MAX_FIELD = 10_000
/** And of keys in a map. */
export const MAX_ITEMS = 200
export const MAX_SETTINGS = 500
export const MAX_CHAPTERS = 200
export const MAX_VIDEOS = 100
export const MAX_SCHEMA_CHARACTERS = 100_000
export const MAX_SCHEMA_VALUES = 2000

/** More is a mistake or an attack (COST-30). */
export const MAX_ARTICLES = 1_000_000
export const MAX_PER_PAGE = 1000
const MAX_SHOWN = 10_000_000

interface Origin {
  call: string
  report: Report
}

/** Reports a larger count (COST-30). */
export function boundedCount(count: number, most: number, field: string, { call, report }: Origin): number {
  if (count <= most) return count
  report({ call, field, kind: `number above ${most}` })
  return most
}

/** Reports an implausible one (COST-30). */
export function shownCount(count: number | undefined, field: string, { call, report }: Origin): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= 0 && count <= MAX_SHOWN)) return count
  report({ call, field, kind: `${kindOf(count)} that is no count` })
  return undefined
}
