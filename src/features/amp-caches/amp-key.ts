import type { RequestHandler } from 'express'
import { cacheAs } from '../../http/caching.ts'

/** Sends the public half of the key that updates of AMP caches are signed with (AMP-13). @param key PEM */
export function ampKey(key: string): RequestHandler {
  return (_request, response) => {
    cacheAs(response, 'ampKey')
    response.type('text').send(key)
  }
}
