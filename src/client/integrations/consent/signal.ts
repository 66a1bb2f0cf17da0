/** TypeScript's types lack it. */
interface SignallingNavigator {
  globalPrivacyControl?: unknown
}

/** The response says whether the request had the signal. */
export const CONSENT_URL = '/api/consent'

/** The signal refuses, unless the reader says otherwise (CONS-21). */
export function hasSignal(): boolean {
  return (navigator as SignallingNavigator).globalPrivacyControl === true
}

/**
 * No script sees `Sec-GPC`, which some browsers only send.
 * @returns true: sent, or the request failed
 */
export async function isSignalSent(): Promise<boolean> {
  // With the property, browsers send the same.
  if ((navigator as SignallingNavigator).globalPrivacyControl !== undefined) return hasSignal()
  try {
    const response = await fetch(CONSENT_URL, { credentials: 'omit' })
    const texts: unknown = await response.json()
    return !(response.ok && typeof texts === 'object' && texts !== null && Reflect.get(texts, 'signal') === false)
  } catch {
    return true
  }
}
