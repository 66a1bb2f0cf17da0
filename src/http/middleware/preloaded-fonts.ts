import type { RequestHandler } from 'express'
import { type BuiltFonts, firstViewFontUrls } from '../../services/own-style.ts'
import { contextOf } from '../request-context.ts'

/**
 * Names a page's fonts in its headers (RFC 8288), for readers who come from a mail (NEWS-26), and for the service
 * worker (docs/decisions/075).
 */
export function preloadedFonts(
  built: BuiltFonts,
  urlsOf: typeof firstViewFontUrls = firstViewFontUrls,
): RequestHandler {
  return (request, response, next) => {
    const urls = request.method === 'GET' ? urlsOf(contextOf(request).service, built) : []
    if (urls.length > 0) {
      response.set(
        'link',
        urls.map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(', '),
      )
    }
    next()
  }
}
