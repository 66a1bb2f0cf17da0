import type { RequestHandler } from 'express'
import { firstViewFontUrls } from '../../services/first-view-fonts.ts'
import { contextOf } from '../request-context.ts'

/**
 * Names the fonts of a page outside the shell in its headers (RFC 8288): who comes from a mail has none of them yet, and
 * would see the page in another font than the site's (NEWS-27). From those of the offline page the service worker knows
 * what to keep (docs/decisions/075).
 * @param built URLs of the build's fonts by their names
 */
export function preloadedFonts(built: Readonly<Record<string, string>>): RequestHandler {
  return (request, response, next) => {
    const urls = request.method === 'GET' ? firstViewFontUrls(contextOf(request).service, built) : []
    if (urls.length > 0) {
      response.set(
        'link',
        urls.map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(', '),
      )
    }
    next()
  }
}
