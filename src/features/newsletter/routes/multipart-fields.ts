import type { Request, RequestHandler } from 'express'
import { contextOf } from '../../../http/request-context.ts'

/** AMP's runtime posts forms as multipart: text fields only, within the same limit as other bodies. */
export function multipartFields(maxBytes: number): RequestHandler {
  return async (request, response, next) => {
    if (!request.is('multipart')) return next()
    try {
      const body = await readBody(request, maxBytes)
      if (!body) {
        response.status(413).json({ message: contextOf(request).service.messages.newsletter.failed })
        return
      }
      // Node's own parser reads multipart; a malformed body is a bad request.
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': request.get('content-type') ?? '' },
      }).formData()
      request.body = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
    } catch {
      response.status(400).json({ message: contextOf(request).service.messages.newsletter.failed })
      return
    }
    next()
  }
}

/** @returns undefined when it is too large: the rest is read and discarded, so that the client gets its response */
function readBody(request: Request, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) resolve(undefined)
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => reject(new Error('the client went away')))
  })
}
