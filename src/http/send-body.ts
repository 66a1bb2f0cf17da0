import type { Request, Response } from 'express'
import { rangeOf, refuseRange } from '../edge/transport/conditional.ts'

/** Sends a whole document in one write, without an `ETag`: the page cache adds and stores it. */
export function sendDocument(response: Response, document: string | Buffer): void {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-length', bytes.length)
  response.end(bytes)
}

/** Sends bytes with the tag that is set, or the part of them that the client asks for (COST-53). */
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
