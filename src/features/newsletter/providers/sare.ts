import { sareOutcome, sareRequest } from '../../../content/newsletter.ts'
import { type Subscribers, SubscribersError } from '../subscribers.ts'
import { callingProvider } from './call.ts'
import type { SareSettings } from './provider.ts'
import { readSareResponse } from './sare-response.ts'

const FIRST_SUCCESS = 200
const FIRST_REDIRECT = 300

/** SARE mails readers itself and says who is subscribed already (NEWS-3, NEWS-7). */
export function createSare({ url, uid, apiKey }: SareSettings): Subscribers {
  const endpoint = `${url}/${encodeURIComponent(uid)}/email/add`
  return {
    isDiscreet: false,
    subscribe: (email, service) =>
      callingProvider(async (call) => {
        const { status, json } = await call({
          method: 'POST',
          url: endpoint,
          headers: { ApiKey: apiKey },
          body: sareRequest(email, service),
        })
        if (status < FIRST_SUCCESS || status >= FIRST_REDIRECT) throw new SubscribersError('unusable', `HTTP ${status}`)
        const response = readSareResponse(json)
        if (!response) throw new SubscribersError('unusable', 'another shape')
        return { outcome: sareOutcome(response), response }
      }),
  }
}
