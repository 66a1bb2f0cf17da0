/** A reader's token follows, which no log may have (OBS-10). */
export const CONFIRMATION_PATH = '/newsletter/potwierdz'
export const UNSUBSCRIBE_PATH = '/newsletter/wypisz'
export const PREFERENCES_PATH = '/newsletter/ustawienia'
/** The operator's token may follow. */
export const WEBHOOK_PATH = '/ops/newsletter'

export const EXPORT_STEP = 'dane'
export const ERASURE_STEP = 'usun'
/** A POST with it ends all newsletters of the reader. */
export const ALL_PARAMETER = 'wszystkie'

export function confirmPath(token: string): string {
  return `${CONFIRMATION_PATH}/${token}`
}

/** A GET asks first, a POST acts (RFC 8058). */
export function unsubscribePath(manageToken: string): string {
  return `${UNSUBSCRIBE_PATH}/${manageToken}`
}

export function preferencesPath(manageToken: string): string {
  return `${PREFERENCES_PATH}/${manageToken}`
}
