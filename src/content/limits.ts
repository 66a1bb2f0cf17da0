/**
 * Sizes that no editor comes near, and above which content is cut or left out (docs/requirements/cost.md). They keep every
 * step of the work below 200 ms (COST-1). Each is told of in one log line where it is met.
 */

/** Of the body of one page: tags in its markup, by what they cost (`html/size.ts`) (COST-3). */
export const MAX_TAGS = 30_000
/** Of the body of one page: characters of markup and settings (COST-3). */
export const MAX_CHARACTERS = 1_000_000
/** Characters of code that are coloured in one body; the rest is shown plain (COST-8). */
export const MAX_COLOURED = 50_000
/** Cards of a home page or of what a search found; a page of a list has up to `MAX_PER_PAGE` (COST-6, COST-32). */
export const MAX_CARDS = 500
/** Blocks of a home page or of a list's first view (COST-6). */
export const MAX_HOME_BLOCKS = 500
/** Characters of a text field: a title, a lead, a name (COST-7). */
export const MAX_FIELD = 10_000
/** Items of a list in a field, or keys of a map: tags, authors, articles to read on with (COST-7). */
export const MAX_ITEMS = 200
/** Items of a block's setting: values of a chart, offers (COST-5). */
export const MAX_SETTINGS = 500
/** Chapters in a table of contents (COST-9). */
export const MAX_CHAPTERS = 200
/** Films that machines are told of (COST-9). */
export const MAX_FILMS = 100
/** Characters and values of the JSON-LD that a CMS has ready (COST-7). */
export const MAX_SCHEMA_CHARACTERS = 100_000
export const MAX_SCHEMA_VALUES = 2000
