import { Router } from 'express'

/** For answers that are cached: another spelling of an address would be another page, and there are very many. */
export function exactRouter(): Router {
  return Router({ caseSensitive: true, strict: true })
}
