import { Router } from 'express'

/** For cached responses: each of the many spellings of a path would be a cache entry of its own. */
export function exactRouter(): Router {
  return Router({ caseSensitive: true, strict: true })
}
