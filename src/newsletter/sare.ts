import { sareOutcome, sareRequest } from '../content/newsletter.ts'
import { type Subscribers, SubscribersError } from './subscribers.ts'

/** The provider has this long for a whole answer (decision 51: at most 10 s). Milliseconds. */
const DEADLINE = 9000

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
        return sareOutcome(await answer.json())
      } catch (error) {
        if (error instanceof SubscribersError) throw error
        const isLate = deadline.signal.aborted
        throw new SubscribersError(isLate ? 'timeout' : 'unusable', isLate ? 'no answer in time' : String(error))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
