import { readdirSync } from 'node:fs'
import { sep } from 'node:path'
import express, { type RequestHandler } from 'express'

const MAX_AGE_MS = 3_600_000

/** Where proofs of ownership lie (RFC 8615); what else begins with a dot is the operator's own affair. */
const WELL_KNOWN = '/.well-known/'

/**
 * The operator's own files (robots of other engines, proofs of ownership), as they lay there at the start: no other
 * request costs a look at the disk.
 */
export function publicFiles(folder: string): RequestHandler {
  const names = readdirSync(folder, { recursive: true }).map((name) => `/${String(name).replaceAll(sep, '/')}`)
  const paths = new Set(names.filter((name) => name.startsWith(WELL_KNOWN) || !name.includes('/.')))
  const send = express.static(folder, { maxAge: MAX_AGE_MS, index: false, redirect: false, dotfiles: 'allow' })
  return (request, response, next) => {
    // Addresses that cannot be decoded do not come this far (`addresses.ts`).
    if (paths.has(decodeURIComponent(request.path))) send(request, response, next)
    else next()
  }
}
