import { kindOf, type Report } from './report.ts'

/** Articles that one list may say it has; more is a mistake of the CMS or an attack (COST-30). */
export const MAX_ARTICLES = 1_000_000
/** Articles that one page of a list may say it has. */
export const MAX_PER_PAGE = 1000
/** Comments under an article, or texts of an author, that are believed and shown. */
const MAX_SHOWN = 10_000_000

/** Where a number comes from, for the report of one that nobody can believe. */
interface Origin {
  call: string
  report: Report
}

/** A count that the portal reckons with: never more than `most`. One that is more is reported (COST-30, COST-32). */
export function boundedCount(count: number, most: number, field: string, { call, report }: Origin): number {
  if (count <= most) return count
  report({ call, field, kind: `number above ${most}` })
  return most
}

/** A count that readers see: a whole number that can be true, or none at all. The others are reported (COST-31). */
export function shownCount(count: number | undefined, field: string, { call, report }: Origin): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= 0 && count <= MAX_SHOWN)) return count
  report({ call, field, kind: `${kindOf(count)} that is no count` })
  return undefined
}
