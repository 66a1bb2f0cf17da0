/**
 * Limits that no editor comes near; content above them is cut or dropped (docs/requirements/cost.md). They keep every
 * step of the work below 200 ms (COST-1), and each cut is logged once.
 */

/** Per page body: tags in its markup, weighted by cost (`html/size.ts`) (COST-3). */
export const MAX_TAGS = 30_000
/** Per page body: characters of markup and settings (COST-3). */
export const MAX_CHARACTERS = 1_000_000
/** Highlighted characters of code per body; the rest stays plain (COST-8). */
export const MAX_COLOURED = 50_000
/** Cards of a home page or of search results; a list page has up to `MAX_PER_PAGE` (COST-6, COST-32). */
export const MAX_CARDS = 500
/** Blocks of a home page or of a list's first view (COST-6). */
export const MAX_HOME_BLOCKS = 500
/** Characters of a text field: a title, a lead, a name (COST-7). */
export const MAX_FIELD = 10_000
/** Items of a list field or keys of a map: tags, authors, articles to read next (COST-7). */
export const MAX_ITEMS = 200
/** Items in a block's setting: chart values, offers (COST-5). */
export const MAX_SETTINGS = 500
/** Chapters in a table of contents (COST-9). */
export const MAX_CHAPTERS = 200
/** Videos listed in metadata and sitemaps (COST-9). */
export const MAX_VIDEOS = 100
/** Characters and values of the CMS' own JSON-LD (COST-7). */
export const MAX_SCHEMA_CHARACTERS = 100_000
export const MAX_SCHEMA_VALUES = 2000
