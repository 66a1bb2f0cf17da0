/** A subscriber's own links, absolute. */
export interface Recipient {
  unsubscribeUrl: string
  preferencesUrl: string
  /** The page. */
  webUrl: string
}
