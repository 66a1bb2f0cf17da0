import * as z from 'zod'
import { type Subscribers, SubscribersError } from '../subscribers.ts'
import { basic, type Call, callingProvider } from './call.ts'
import type { ListmonkSettings } from './provider.ts'

export { paced } from './call.ts'

const created = z.object({ data: z.object({ id: z.number().int() }) })
const list = z.object({ data: z.object({ uuid: z.uuid() }) })
const joined = z.object({ data: z.union([z.literal(true), z.object({ has_optin: z.boolean() })]) })

/** A known reader joins by the public form, as the private interface would need the address in a URL (NEWS-17). */
export function createListmonk({ url, user, token, lists }: ListmonkSettings): Subscribers {
  const headers = basic(user, token)
  let uuids: Promise<string[]> | undefined
  const uuidsBy = (call: Call): Promise<string[]> => {
    uuids ??= Promise.all(lists.map((id) => uuidOf(call, id)))
    uuids.catch(() => {
      uuids = undefined
    })
    return uuids
  }
  const uuidOf = async (call: Call, id: number): Promise<string> => {
    const { status, json } = await call({ method: 'GET', url: `${url}/api/lists/${id}`, headers })
    const { data } = list.safeParse(json)
    if (status !== 200 || !data) throw new SubscribersError('unusable', `list ${id}: HTTP ${status}`)
    return data.data.uuid
  }
  return {
    isDiscreet: true,
    subscribe: (email, service) =>
      callingProvider(async (call) => {
        const { status, json } = await call({
          method: 'POST',
          url: `${url}/api/subscribers`,
          headers,
          body: { email, name: '', status: 'enabled', lists, attribs: { service }, preconfirm_subscriptions: false },
        })
        if (status === 200 && created.safeParse(json).success) return { outcome: 'added' }
        if (status !== 409) throw new SubscribersError('unusable', `HTTP ${status}`)
        const again = await call({
          method: 'POST',
          url: `${url}/api/public/subscription`,
          headers: {},
          body: { email, name: '', list_uuids: await uuidsBy(call) },
        })
        if (again.status !== 200 || !joined.safeParse(again.json).success) {
          throw new SubscribersError('unusable', `the public form of listmonk: HTTP ${again.status}`)
        }
        return { outcome: 'known' }
      }),
  }
}
