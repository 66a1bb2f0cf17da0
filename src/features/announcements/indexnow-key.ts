import type { RequestHandler } from 'express'
import { cacheAs } from '../../http/caching.ts'

/** Sends the file by which search engines verify notices of this site (MAP-15). */
export function indexNowKey(key: string): RequestHandler {
  return (_request, response) => {
    cacheAs(response, 'keyFile')
    response.type('text').send(key)
  }
}
