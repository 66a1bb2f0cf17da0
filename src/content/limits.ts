/**
 * No editor comes near these limits; content above them is cut or dropped (docs/requirements/cost.md). They keep every
 * step below 200 ms (COST-1), and each cut is logged once.
 */

/** Tags in a page body, weighted by cost (`html/size.ts`) (COST-3). */
export const MAX_TAGS = 30_000
/** Characters of markup and settings in a page body (COST-3). */
export const MAX_CHARACTERS = 1_000_000
/** Highlighted characters of code in a body (COST-8). */
export const MAX_COLOURED = 50_000
/** Cards of a home page or of search results (COST-6, COST-32). */
export const MAX_CARDS = 500
/** (COST-6) */
export const MAX_HOME_BLOCKS = 500
/** Characters of a text field (COST-7). */
export const MAX_FIELD = 10_000
/** Items of a list field or keys of a map (COST-7). */
export const MAX_ITEMS = 200
/** Items in a block's setting (COST-5). */
export const MAX_SETTINGS = 500
/** (COST-9) */
export const MAX_CHAPTERS = 200
/** Videos in metadata and sitemaps (COST-9). */
export const MAX_VIDEOS = 100
/** The CMS' own JSON-LD (COST-7). */
export const MAX_SCHEMA_CHARACTERS = 100_000
export const MAX_SCHEMA_VALUES = 2000
