/** Missing content (WIRE-5), with the redirect target from the CMS. */
export interface Missing {
  missing: true
  redirectLink?: string
  /** Permanent new location: a path of the same service. */
  movedTo?: string
  /** Slug of a list that is at this path instead (SRC-30). */
  list?: string
}

export function isMissing<T extends object>(response: T | Missing): response is Missing {
  // Results of a search name their missing words.
  return 'missing' in response && response.missing === true
}
