import { createHash } from 'node:crypto'
import * as z from 'zod'
import { emailKey } from '../../../content/newsletter.ts'
import { type ProviderReply, type Subscribers, SubscribersError } from '../subscribers.ts'
import { basic, type Call, callingProvider } from './call.ts'
import type { MailchimpSettings } from './provider.ts'

export { paced } from './call.ts'

const status = z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'])
const member = z.object({ status })
/** The detail (RFC 7807) repeats the address. */
const problem = z.object({ title: z.string().max(200), status: z.number().int() })

const REFUSED = new Set(['Member In Compliance State', 'Forgotten Email Not Subscribed', 'Invalid Resource'])

const ADDED: ProviderReply = { outcome: 'added' }
const KNOWN: ProviderReply = { outcome: 'known' }
const BLOCKED: ProviderReply = { outcome: 'failed' }

/**
 * Mails a `pending` member (NEWS-17). The look-up by digest keeps the address out of the URL.
 * @param origin absent: that of the key's data centre
 */
export function createMailchimp(
  { key, list }: MailchimpSettings,
  origin = `https://${key.slice(key.lastIndexOf('-') + 1)}.api.mailchimp.com`,
): Subscribers {
  const headers = basic('szpalta', key)
  const members = `${origin}/3.0/lists/${list}/members`
  return {
    isDiscreet: true,
    subscribe: (email, service) =>
      callingProvider(async (call) => {
        const body = { email_address: email, status: 'pending', tags: [service] }
        const { status, json } = await call({
          method: 'POST',
          url: `${members}?skip_merge_validation=true`,
          headers,
          body,
        })
        if (status === 200 && member.safeParse(json).success) return ADDED
        if (titleOf(status, json) === 'Member Exists') return again(call, `${members}/${digest(email)}`)
        return refusal(status, json)
      }),
  }

  async function again(call: Call, url: string): Promise<ProviderReply> {
    const { status, json } = await call({ method: 'GET', url: `${url}?fields=status`, headers })
    const { data } = member.safeParse(json)
    if (status !== 200 || !data) return refusal(status, json)
    if (data.status === 'subscribed') return KNOWN
    // Mailchimp has cleaned it after bounces.
    if (data.status === 'cleaned') return BLOCKED
    const changed = await call({ method: 'PATCH', url, headers, body: { status: 'pending' } })
    if (changed.status === 200 && member.safeParse(changed.json).success) return ADDED
    return refusal(changed.status, changed.json)
  }
}

/** @throws {SubscribersError} unless it is about the reader */
function refusal(status: number, json: unknown): ProviderReply {
  if (REFUSED.has(titleOf(status, json) ?? '')) return BLOCKED
  throw new SubscribersError('unusable', `HTTP ${status}`)
}

function titleOf(status: number, json: unknown): string | undefined {
  const { data } = problem.safeParse(json)
  return status === 400 && data?.status === 400 ? data.title : undefined
}

function digest(email: string): string {
  return createHash('md5').update(emailKey(email)).digest('hex')
}
