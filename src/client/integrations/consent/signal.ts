interface SignallingNavigator {
  globalPrivacyControl?: unknown
}

/** Says whether a request had the signal. */
export const CONSENT_URL = '/api/consent'

/** The signal refuses, unless the reader decides (CONS-21). */
export function hasSignal(): boolean {
  return (navigator as SignallingNavigator).globalPrivacyControl === true
}

/**
 * `Sec-GPC` is hidden from scripts, and sent alone by some browsers.
 * @returns true: sent, or the request failed
 */
export async function isSignalSent(): Promise<boolean> {
  // They send the property's value.
  if ((navigator as SignallingNavigator).globalPrivacyControl !== undefined) return hasSignal()
  try {
    const response = await fetch(CONSENT_URL, { credentials: 'omit' })
    const texts: unknown = await response.json()
    return !(response.ok && typeof texts === 'object' && texts !== null && Reflect.get(texts, 'signal') === false)
  } catch {
    return true
  }
}
