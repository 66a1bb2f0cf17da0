import type { RequestHandler } from 'express'
import { copy } from '../copy.ts'
import { forbidCaching } from './cache-policy.ts'
import { errorDocument } from './error-document.ts'

/** Longer addresses are no address of this site. Characters. */
const MAX_ADDRESS = 2048

/** A browser sends neither; a backslash would be read as a slash, and name another host. */
const FOREIGN = /[\\#]/

/** Refuses addresses that cannot be read, before anything tries to: 400, or 414 when too long. */
export const checkAddress: RequestHandler = (request, response, next) => {
  const status = request.originalUrl.length > MAX_ADDRESS ? 414 : isReadable(request.originalUrl) ? undefined : 400
  if (status === undefined) return next()
  forbidCaching(response)
  response.status(status).type('html').send(errorDocument(copy.badRequest))
}

function isReadable(address: string): boolean {
  const [path = '', query = ''] = address.split(/\?(.*)/s, 2)
  try {
    const decoded = decodeURIComponent(path)
    if (!path.startsWith('/') || FOREIGN.test(path)) return false
    return !hasControl(decoded) && !/%00/.test(query) && !decoded.includes('\ufffd')
  } catch {
    return false
  }
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
