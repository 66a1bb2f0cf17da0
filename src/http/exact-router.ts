import { Router } from 'express'

/** Keeps each spelling of a path from becoming a cache entry. */
export function exactRouter(): Router {
  return Router({ caseSensitive: true, strict: true })
}
