/**
 * Paths that bypass the cache: files, operations, interfaces and pages of one reader. Feeds and the most read articles are
 * cached like pages. Holds with any query (SEC-10).
 */
export const DIRECT =
  /^\/(?:assets|icons|media|healthz|readyz|version|metrics|ops|newsletter\/(?:potwierdz|wypisz|ustawienia)|preview\/[^/?]+|api(?!\/(?:feed\/|most-read(?:\?|$))))(?:[/?]|$)/
const MAX_URL_LENGTH = 2048

export function isCacheable(url: string): boolean {
  return url.length <= MAX_URL_LENGTH && url.startsWith('/') && !DIRECT.test(url)
}
