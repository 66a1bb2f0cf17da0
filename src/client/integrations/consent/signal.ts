/** TypeScript's DOM types lack Global Privacy Control. */
interface SignallingNavigator {
  globalPrivacyControl?: unknown
}

/** The texts say whether the request had the signal. */
export const CONSENT_URL = '/api/consent'

/** The signal is a refusal, until the reader says otherwise (CONS-21). */
export function hasSignal(): boolean {
  return (navigator as SignallingNavigator).globalPrivacyControl === true
}

/**
 * Some browsers only send `Sec-GPC`, which no script can see.
 * @returns true where the request fails
 */
export async function isSignalSent(): Promise<boolean> {
  // Browsers that know the property send the same.
  if ((navigator as SignallingNavigator).globalPrivacyControl !== undefined) return hasSignal()
  try {
    const response = await fetch(CONSENT_URL, { credentials: 'omit' })
    const texts: unknown = await response.json()
    return !(response.ok && typeof texts === 'object' && texts !== null && Reflect.get(texts, 'signal') === false)
  } catch {
    return true
  }
}
