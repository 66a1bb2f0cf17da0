import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type ProviderReply, type ProviderServer, type ReceivedCall, startProvider } from './provider-server.ts'

type Status = 'subscribed' | 'unsubscribed' | 'cleaned' | 'pending' | 'archived' | 'forgotten'

/** Mailchimp's Marketing API 3.0 as documented (https://mailchimp.com/developer/marketing/api/list-members/). */
export interface MailchimpServer extends ProviderServer {
  key: string
  list: string
  members: Map<string, Status>
  instead: { reply?: ProviderReply }
}

const added = z.strictObject({
  email_address: z.string(),
  status: z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional']),
  tags: z.array(z.string()).optional(),
})
const changed = z.strictObject({ status: z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending']) })

/** Errors have this shape, and their detail repeats the address. */
const problem = (status: number, title: string, detail: string): ProviderReply => ({
  status,
  body: {
    type: 'https://mailchimp.com/developer/marketing/docs/errors/',
    title,
    status,
    detail,
    instance: '0f8d9f5c-0d29-4f5b-9f0b-3a8ae4b6e6a1',
  },
})
const digest = (email: string): string => createHash('md5').update(email.toLowerCase()).digest('hex')

export async function startMailchimp(): Promise<MailchimpServer> {
  const [key, list] = ['0123456789abcdef0123456789abcdef-us6', 'a1b2c3d4e5']
  const members: MailchimpServer['members'] = new Map()
  const instead: MailchimpServer['instead'] = {}
  const base = `/3.0/lists/${list}/members`
  const memberOf = (email: string) => ({
    status: 200,
    body: { id: digest(email), email_address: email, status: members.get(email), list_id: list },
  })

  const add = ({ body }: ReceivedCall): ProviderReply => {
    const { data } = added.safeParse(body)
    if (!data) return problem(400, 'Invalid Resource', 'The resource submitted could not be validated.')
    const email = data.email_address.toLowerCase()
    if (email.endsWith('@example.com'))
      return problem(400, 'Invalid Resource', `${email} looks fake or invalid, please enter a real email address.`)
    const known = members.get(email)
    if (known === 'forgotten')
      return problem(
        400,
        'Forgotten Email Not Subscribed',
        `${email} was permanently deleted and cannot be re-imported.`,
      )
    if (known !== undefined)
      return problem(
        400,
        'Member Exists',
        `${email} is already a list member. Use PUT to insert or update list members.`,
      )
    if (data.status !== 'pending' && data.status !== 'subscribed') return problem(400, 'Invalid Resource', 'status')
    members.set(email, data.status)
    return memberOf(email)
  }
  const respond = (call: ReceivedCall): ProviderReply => {
    if (instead.reply) return instead.reply
    const [, password] = Buffer.from(call.authorization?.replace('Basic ', '') ?? '', 'base64')
      .toString()
      .split(':')
    if (password !== key) return problem(401, 'API Key Invalid', 'Your API key may be invalid.')
    const { pathname, searchParams } = new URL(call.path, 'http://mailchimp.invalid')
    if (call.method === 'POST' && pathname === base) return add(call)
    const email = [...members.keys()].find((one) => pathname === `${base}/${digest(one)}`)
    if (email === undefined) return problem(404, 'Resource Not Found', 'The requested resource could not be located.')
    if (call.method === 'GET') {
      return searchParams.get('fields') === 'status'
        ? { status: 200, body: { status: members.get(email) } }
        : memberOf(email)
    }
    const { data } = changed.safeParse(call.body)
    if (call.method !== 'PATCH' || !data)
      return problem(405, 'Method Not Allowed', 'The requested method is not allowed.')
    if (members.get(email) === 'unsubscribed' && data.status === 'subscribed') {
      return problem(400, 'Member In Compliance State', `${email} is in a compliance state due to unsubscribe.`)
    }
    members.set(email, data.status)
    return memberOf(email)
  }
  return { ...(await startProvider(respond)), key, list, members, instead }
}
