import type { Response } from 'express'

/** Sends a whole document in one write, without an `ETag`: the page cache adds and stores it. */
export function sendDocument(response: Response, document: string | Buffer): void {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-length', bytes.length)
  response.end(bytes)
}
