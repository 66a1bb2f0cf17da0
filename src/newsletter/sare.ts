import { BodyTooLarge, boundedText } from '../bounded-body.ts'
import { sareRequest } from '../content/newsletter.ts'
import { readSareAnswer } from './sare-answer.ts'
import { type Subscribers, SubscribersError } from './subscribers.ts'

/** The provider has this long for a whole answer (decision 51: at most 10 s). Milliseconds. */
const DEADLINE = 9000
/** Bytes of a whole answer; one about a single address has a few hundred. */
const MAX_ANSWER_BYTES = 64 * 1024

export interface SareSettings {
  url: string
  uid: string
  apiKey: string
}

/** The newsletter provider (contract, `SareRequest`). */
export function createSare({ url, uid, apiKey }: SareSettings): Subscribers {
  const endpoint = `${url}/${encodeURIComponent(uid)}/email/add`
  return {
    async subscribe(email, service) {
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), DEADLINE)
      try {
        const answer = await fetch(endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ApiKey: apiKey },
          body: JSON.stringify(sareRequest(email, service)),
          redirect: 'error',
          signal: deadline.signal,
        })
        if (!answer.ok) throw new SubscribersError('unusable', `HTTP ${answer.status}`)
        const read = readSareAnswer(JSON.parse(await boundedText(answer, MAX_ANSWER_BYTES)))
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

/** Never the words of a parser, which repeat what it could not read: an address may stand in it. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'not JSON'
  return error instanceof BodyTooLarge ? error.message : String(error)
}
