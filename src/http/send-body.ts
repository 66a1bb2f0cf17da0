import type { Request, Response } from 'express'
import { rangeOf, refuseRange } from '../edge/transport/conditional.ts'

/** In one write and without an `ETag`, which the page cache adds. */
export function sendDocument(response: Response, document: string | Buffer): void {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-length', bytes.length)
  response.end(bytes)
}

/** Sends the whole, or the client's range of it (COST-53), with the tag that is set. */
export function sendBytes(request: Request, response: Response, body: Buffer): void {
  response.setHeader('accept-ranges', 'bytes')
  const range = request.fresh ? undefined : rangeOf(request, response.get('etag'), body.length)
  if (range === 'none') refuseRange(response, body.length)
  else if (range === undefined) response.send(body)
  else {
    const { start, end } = range
    response.status(206).setHeader('content-range', `bytes ${start}-${end}/${body.length}`)
    response.send(body.subarray(start, end + 1))
  }
}
