import { kindOf, type Report } from '../system/report.ts'

/**
 * No editor comes near these limits; content above them is cut or dropped (docs/requirements/cost.md). They keep every
 * step below 200 ms (COST-1), and each cut is logged once.
 */

/** Tags in a page body, weighted by cost (`html/size.ts`) (COST-3). */
export const MAX_TAGS = 30_000
/** Characters of markup and settings in a page body (COST-3). */
export const MAX_CHARACTERS = 1_000_000
/** Highlighted characters of code in a body (COST-5). */
export const MAX_COLOURED = 50_000
/** Cards of a home page or of search results (COST-5, COST-30). */
export const MAX_CARDS = 500
/** (COST-5) */
export const MAX_HOME_BLOCKS = 500
/** Characters of a text field (COST-5). */
export const MAX_FIELD = 10_000
/** Items of a list field or keys of a map (COST-5). */
export const MAX_ITEMS = 200
/** Items in a block's setting (COST-5). */
export const MAX_SETTINGS = 500
/** (COST-5) */
export const MAX_CHAPTERS = 200
/** Videos in metadata and sitemaps (COST-5). */
export const MAX_VIDEOS = 100
/** The CMS' own JSON-LD (COST-5). */
export const MAX_SCHEMA_CHARACTERS = 100_000
export const MAX_SCHEMA_VALUES = 2000

/** More articles in a list are a mistake of the CMS or an attack (COST-30). */
export const MAX_ARTICLES = 1_000_000
export const MAX_PER_PAGE = 1000
/** Applies to comments of an article and texts of an author. */
const MAX_SHOWN = 10_000_000

interface Origin {
  call: string
  report: Report
}

/** Limits a count for the portal's own arithmetic and reports a larger one (COST-30). */
export function boundedCount(count: number, most: number, field: string, { call, report }: Origin): number {
  if (count <= most) return count
  report({ call, field, kind: `number above ${most}` })
  return most
}

/** Returns a count for readers if it is plausible, and reports others (COST-30). */
export function shownCount(count: number | undefined, field: string, { call, report }: Origin): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= 0 && count <= MAX_SHOWN)) return count
  report({ call, field, kind: `${kindOf(count)} that is no count` })
  return undefined
}
