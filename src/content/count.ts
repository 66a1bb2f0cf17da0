import { kindOf, type Report } from '../system/report.ts'

/** More articles in a list are a mistake of the CMS or an attack (COST-30). */
export const MAX_ARTICLES = 1_000_000
export const MAX_PER_PAGE = 1000
/** Applies to comments of an article and texts of an author. */
const MAX_SHOWN = 10_000_000

interface Origin {
  call: string
  report: Report
}

/** Limits a count for the portal's own arithmetic and reports a larger one (COST-30, COST-32). */
export function boundedCount(count: number, most: number, field: string, { call, report }: Origin): number {
  if (count <= most) return count
  report({ call, field, kind: `number above ${most}` })
  return most
}

/** Returns a count for readers if it is plausible, and reports others (COST-31). */
export function shownCount(count: number | undefined, field: string, { call, report }: Origin): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= 0 && count <= MAX_SHOWN)) return count
  report({ call, field, kind: `${kindOf(count)} that is no count` })
  return undefined
}
