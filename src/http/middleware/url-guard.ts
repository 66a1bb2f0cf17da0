import type { RequestHandler } from 'express'
import { copy } from '../../config/copy.ts'
import { hasForeignCharacter } from '../../content/foreign-characters.ts'
import { forbidCaching } from '../../page-cache/policy.ts'
import { errorDocument } from '../../transport/error-document.ts'

/** Longer addresses are no address of this site. Characters. */
const MAX_ADDRESS = 2048

/** A browser sends neither as it is. */
const UNESCAPED = /[\\#]/

/**
 * Other ways to write a path, of which there is no end: each would be a page of its own in every cache. Browsers resolve
 * dots before they ask, and nobody links to two slashes.
 */
const OTHER_FORM = /^\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Words of a reader, whatever they are: the search itself says what it refuses (SEARCH-10). */
const SEARCH_API = /^\/search\/[^/]+\/[^/]+$/

/**
 * Refuses addresses before anything tries to read them: 400, 414 when too long, 404 when another form of a path, or when
 * an escape hides a backslash or a control character (SRC-20).
 */
export const guardUrl: RequestHandler = (request, response, next) => {
  const status = refusalOf(request.originalUrl)
  if (status === undefined) return next()
  forbidCaching(response)
  if (status === 404 && /^\/+$/.test(request.path)) return response.redirect(301, '/')
  const words = status === 404 ? copy.notFound : copy.badRequest
  response.status(status).type('html').send(errorDocument(words))
}

function refusalOf(address: string): 400 | 404 | 414 | undefined {
  if (address.length > MAX_ADDRESS) return 414
  if (!isReadable(address)) return 400
  const [path = ''] = address.split('?', 1)
  const isOtherForm = OTHER_FORM.test(path) && !SEARCH_API.test(path)
  return isOtherForm || hasForeignCharacter(path) ? 404 : undefined
}

function isReadable(address: string): boolean {
  const [path = '', query = ''] = address.split(/\?(.*)/s, 2)
  try {
    const decoded = decodeURIComponent(path)
    if (!path.startsWith('/') || UNESCAPED.test(path)) return false
    return !hasControl(decoded) && !/%00/.test(query) && !decoded.includes('\ufffd')
  } catch {
    return false
  }
}

/** Routes read a path to the end of its line, and these end one. */
function hasControl(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}
