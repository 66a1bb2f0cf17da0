import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type ProviderReply, type ProviderServer, type ReceivedCall, startProvider } from './provider-server.ts'

/** listmonk as its documentation describes it (https://listmonk.app/docs/apis/subscribers/), strict about what it gets. */
export interface ListmonkServer extends ProviderServer {
  variables: { LISTMONK_URL: string; LISTMONK_USER: string; LISTMONK_TOKEN: string; LISTMONK_LISTS: string }
  /** The lists of each address. */
  subscribers: Map<string, Set<number>>
  /** Replies in place of the documented ones. */
  instead: { reply?: ProviderReply; hasPublicForm: boolean }
}

const LISTS = new Map([1, 2, 7].map((id) => [id, randomUUID()]))

const created = z.strictObject({
  email: z.email(),
  name: z.string(),
  status: z.enum(['enabled', 'blocklisted']),
  lists: z.array(z.number().int()),
  attribs: z.record(z.string(), z.unknown()).optional(),
  preconfirm_subscriptions: z.boolean().optional(),
})
const joined = z.strictObject({ email: z.email(), name: z.string().optional(), list_uuids: z.array(z.uuid()).min(1) })

const message = (status: number, text: string): ProviderReply => ({ status, body: { message: text } })

export async function startListmonk(): Promise<ListmonkServer> {
  const subscribers: ListmonkServer['subscribers'] = new Map()
  const instead: ListmonkServer['instead'] = { hasPublicForm: true }
  const authorization = `Basic ${Buffer.from('portal:tajny-zeton').toString('base64')}`

  const create = ({ body }: ReceivedCall): ProviderReply => {
    const { data, error } = created.safeParse(body)
    if (!data) return message(400, `Invalid fields: ${error.message}`)
    if (subscribers.has(data.email.toLowerCase())) return message(409, 'E-mail already exists.')
    subscribers.set(data.email.toLowerCase(), new Set(data.lists))
    return {
      status: 200,
      body: {
        data: {
          id: subscribers.size,
          created_at: '2026-11-24T10:00:00.000000+01:00',
          updated_at: '2026-11-24T10:00:00.000000+01:00',
          uuid: randomUUID(),
          email: data.email,
          name: data.name,
          attribs: data.attribs ?? {},
          status: data.status,
          lists: data.lists.map((id) => ({ subscription_status: 'unconfirmed', id, uuid: LISTS.get(id) })),
        },
      },
    }
  }
  const join = ({ body }: ReceivedCall): ProviderReply => {
    if (!instead.hasPublicForm) return message(400, 'Invalid request.')
    const { data } = joined.safeParse(body)
    const ids = data?.list_uuids.map((uuid) => [...LISTS].find(([, known]) => known === uuid)?.[0])
    if (!data || !ids) return message(400, 'Invalid fields')
    const lists = subscribers.get(data.email.toLowerCase()) ?? new Set()
    for (const id of ids) if (id !== undefined) lists.add(id)
    subscribers.set(data.email.toLowerCase(), lists)
    return { status: 200, body: { data: { has_optin: true } } }
  }
  const respond = (call: ReceivedCall): ProviderReply => {
    if (instead.reply) return instead.reply
    if (call.method === 'POST' && call.path === '/api/public/subscription') return join(call)
    if (call.authorization !== authorization) return message(403, 'invalid API credentials')
    if (call.method === 'POST' && call.path === '/api/subscribers') return create(call)
    const [, id] = /^\/api\/lists\/(\d+)$/.exec(call.path) ?? []
    if (call.method === 'GET' && id !== undefined) {
      const uuid = LISTS.get(Number(id))
      if (uuid === undefined) return message(400, 'List not found')
      return {
        status: 200,
        body: { data: { id: Number(id), uuid, name: 'Newsletter', type: 'private', optin: 'double' } },
      }
    }
    return message(404, 'Not Found')
  }
  const server = await startProvider(respond)
  return {
    ...server,
    variables: {
      LISTMONK_URL: server.origin,
      LISTMONK_USER: 'portal',
      LISTMONK_TOKEN: 'tajny-zeton',
      LISTMONK_LISTS: '1, 7',
    },
    subscribers,
    instead,
  }
}
