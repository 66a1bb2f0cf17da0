import type { RequestHandler } from 'express'
import { copy } from '../copy.ts'

/** AMP's runtime posts forms as multipart: text fields only, within the same limit as other bodies. */
export function multipartFields(maxBytes: number): RequestHandler {
  return async (request, response, next) => {
    if (!request.is('multipart')) return next()
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) {
        response.status(413).json({ message: copy.newsletter.failed })
        return
      }
      chunks.push(chunk)
    }
    try {
      // The platform's own parser reads multipart; a broken body is a broken request.
      const form = await new Response(Buffer.concat(chunks), {
        headers: { 'content-type': request.get('content-type') ?? '' },
      }).formData()
      request.body = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
      next()
    } catch {
      response.status(400).json({ message: copy.newsletter.failed })
    }
  }
}
