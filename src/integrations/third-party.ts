import type { Party } from './parties.ts'

/** What a third party adds to the content security policy of every page. */
export interface Sources {
  connect?: readonly string[]
  frame?: readonly string[]
}

/** One item that a third party keeps in the reader's browser. */
export interface StoredItem {
  /** A name, or its beginning with an asterisk at the end: `_ga_*`. */
  name: string
  /** Absent: until the browser is closed. */
  keeps?: { months: number } | { days: number }
}

/**
 * One row of the table of third parties (docs/decisions/064), from which the cookie notice, the categories of the
 * question, the page on privacy and the content security policy come.
 */
export interface ThirdParty {
  /** A reader's choice stores it. */
  id: string
  party: Party
  /** A product, or the host of a script that the operator has named. */
  name: string
  company?: string
  /** ISO 3166. */
  country?: string
  /** URL of its privacy policy. */
  policy?: string
  /** Absent: only the third party itself can say. */
  stores?: readonly StoredItem[]
  sources: Sources
  /** AMP's element for it; absent: it is not in AMP documents. */
  amp?: 'amp-ad' | 'amp-analytics' | 'amp-pixel' | 'amp-anim'
}
