import { sareRequest } from '../content/newsletter.ts'
import { BodyTooLarge, boundedText } from '../network/bounded-body.ts'
import { readSareResponse } from './sare-response.ts'
import { type Subscribers, SubscribersError } from './subscribers.ts'

/** Limit for a whole response of the provider (NEWS-9: at most 10 s). Milliseconds. */
const DEADLINE = 9000
/** Limit of a response; one about a single address has a few hundred bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024

export interface SareSettings {
  url: string
  uid: string
  apiKey: string
}

/** The newsletter provider (NEWS-3). */
export function createSare({ url, uid, apiKey }: SareSettings): Subscribers {
  const endpoint = `${url}/${encodeURIComponent(uid)}/email/add`
  return {
    async subscribe(email, service) {
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), DEADLINE)
      try {
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ApiKey: apiKey },
          body: JSON.stringify(sareRequest(email, service)),
          redirect: 'error',
          signal: deadline.signal,
        })
        if (!response.ok) throw new SubscribersError('unusable', `HTTP ${response.status}`)
        const read = readSareResponse(JSON.parse(await boundedText(response, MAX_RESPONSE_BYTES)))
        if (!read) throw new SubscribersError('unusable', 'another shape')
        return read
      } catch (error) {
        if (error instanceof SubscribersError) throw error
        if (deadline.signal.aborted) throw new SubscribersError('timeout', 'no answer in time')
        throw new SubscribersError('unusable', reasonOf(error))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Omits a parser's message, which repeats the unreadable input: it may contain an address. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'not JSON'
  return error instanceof BodyTooLarge ? error.message : String(error)
}
