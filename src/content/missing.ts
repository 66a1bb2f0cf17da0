/** Content that is not there (contract, "Missing content"), with the address the CMS would send the reader to. */
export interface Missing {
  missing: true
  redirectLink?: string
  /** It has another address for good: a path of the same service. */
  movedTo?: string
}

export function isMissing<T extends object>(answer: T | Missing): answer is Missing {
  return 'missing' in answer
}
