/** Base paths of the pages whose last segment is a reader's token, which no log may have (OBS-10). */
export const CONFIRMATION_PATH = '/newsletter/potwierdz'
export const UNSUBSCRIBE_PATH = '/newsletter/wypisz'
export const PREFERENCES_PATH = '/newsletter/ustawienia'
/** Reports of mail services; the last segment may be the operator's token. */
export const WEBHOOK_PATH = '/ops/newsletter'

/** What follows the token of the preferences. */
export const EXPORT_STEP = 'dane'
export const ERASURE_STEP = 'usun'

/** Path that confirms a subscription, on the portal where it was made. */
export function confirmPath(token: string): string {
  return `${CONFIRMATION_PATH}/${token}`
}

/** Path that unsubscribes: opening it asks first, a POST acts (RFC 8058). */
export function unsubscribePath(manageToken: string): string {
  return `${UNSUBSCRIBE_PATH}/${manageToken}`
}

/** Path of a reader's preferences, with export and erasure. */
export function preferencesPath(manageToken: string): string {
  return `${PREFERENCES_PATH}/${manageToken}`
}
