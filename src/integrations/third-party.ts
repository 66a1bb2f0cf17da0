export interface Sources {
  connect?: readonly string[]
  frame?: readonly string[]
}

export interface StoredItem {
  /** An asterisk stands for any ending: `_ga_*`. */
  name: string
  /** Absent: until the browser is closed. */
  keeps?: { months: number } | { days: number }
}

/** Notice, question, privacy page and security policy follow from these (docs/decisions/064). */
export interface ThirdParty {
  /** A reader's choice stores it. */
  id: string
  party: Party
  name: string
  company?: string
  /** ISO 3166. */
  country?: string
  /** URL. */
  policy?: string
  /** Absent: unknown. */
  stores?: readonly StoredItem[]
  sources: Sources
  /** Absent: none in AMP. */
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
