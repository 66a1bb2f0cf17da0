import { kindOf, type Report } from '../system/report.ts'

/** Maximum number of articles in a list; more is a mistake of the CMS or an attack (COST-30). */
export const MAX_ARTICLES = 1_000_000
/** Maximum number of articles on a list page. */
export const MAX_PER_PAGE = 1000
/** Maximum number of comments under an article, or of texts by an author, that is shown. */
const MAX_SHOWN = 10_000_000

/** The source of a number, for the report of an implausible one. */
interface Origin {
  call: string
  report: Report
}

/** A count for the portal's own arithmetic: at most `most`. A larger one is reported (COST-30, COST-32). */
export function boundedCount(count: number, most: number, field: string, { call, report }: Origin): number {
  if (count <= most) return count
  report({ call, field, kind: `number above ${most}` })
  return most
}

/** A count for readers: a plausible whole number, or none. Others are reported (COST-31). */
export function shownCount(count: number | undefined, field: string, { call, report }: Origin): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= 0 && count <= MAX_SHOWN)) return count
  report({ call, field, kind: `${kindOf(count)} that is no count` })
  return undefined
}
