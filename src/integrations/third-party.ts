export interface Sources {
  connect?: readonly string[]
  frame?: readonly string[]
}

export interface StoredItem {
  /** An asterisk at the end stands for any ending: `_ga_*`. */
  name: string
  /** Absent: until the browser is closed. */
  keeps?: { months: number } | { days: number }
}

/**
 * The cookie notice, the question, the page on privacy and the security policy follow from these rows
 * (docs/decisions/064).
 */
export interface ThirdParty {
  /** A reader's choice stores it. */
  id: string
  party: Party
  /** A product, or a script's host. */
  name: string
  company?: string
  /** ISO 3166. */
  country?: string
  /** URL. */
  policy?: string
  /** Absent: only the third party itself can say. */
  stores?: readonly StoredItem[]
  sources: Sources
  /** Absent: it is not in AMP documents. */
  amp?: 'amp-ad' | 'amp-analytics' | 'amp-pixel' | 'amp-anim'
}

export const PARTIES = ['advertising', 'measurement', 'notifications', 'comments', 'animations'] as const
export type Party = (typeof PARTIES)[number]

export const CATEGORIES = ['advertising', 'measurement', 'notifications', 'comments', 'embeds'] as const
export type Category = (typeof CATEGORIES)[number]

/** Animations are embedded content that loads without a click. */
export function categoryOf(party: Party): Category {
  return party === 'animations' ? 'embeds' : party
}
