import { readdirSync } from 'node:fs'
import { sep } from 'node:path'
import express, { type RequestHandler } from 'express'

const MAX_AGE_MS = 3_600_000

/**
 * The operator's own files (robots of other engines, proofs of ownership), as they lay there at the start: no other
 * request costs a look at the disk.
 */
export function publicFiles(folder: string): RequestHandler {
  const paths = new Set(readdirSync(folder, { recursive: true }).map((name) => `/${String(name).replaceAll(sep, '/')}`))
  const send = express.static(folder, { maxAge: MAX_AGE_MS, index: false, redirect: false })
  return (request, response, next) => {
    if (paths.has(request.path)) send(request, response, next)
    else next()
  }
}
