export const NEWSLETTER_PATH = '/newsletter'
/** `akademia-2026-11-30-7f3k`, `akademia_tygodnik-2026-11-30-7f3k`: the last part sets one day's issues apart. */
export const ISSUE_ID = /^[a-z][a-z0-9-]{0,30}(?:_[a-z][a-z0-9]{0,15})?-\d{4}-\d{2}-\d{2}-[a-z0-9]{4}$/

export function issuePath(id: string): string {
  return `${NEWSLETTER_PATH}/${id}`
}
