import { createListmonk } from '../../../../src/features/newsletter/providers/listmonk.ts'
import { SubscribersError } from '../../../../src/features/newsletter/subscribers.ts'
import { type ListmonkServer, startListmonk } from '../../../support/listmonk-server.ts'
import type { ProviderReply } from '../../../support/provider-server.ts'

const EMAIL = "o'hara+listy@poczta.example"

let server: ListmonkServer
beforeEach(async () => {
  server = await startListmonk()
})
afterEach(() => server.close())

const provider = (change: object = {}) =>
  createListmonk({ url: server.origin, user: 'portal', token: 'tajny-zeton', lists: [1, 7], ...change })
const failureOf = (subscription: Promise<unknown>): Promise<unknown> => subscription.catch((error: unknown) => error)

test('NEWS-17: a new reader joins the lists unconfirmed, with the service as an attribute', async () => {
  expect(await provider().subscribe(EMAIL, 'akademia')).toEqual({ outcome: 'added' })
  expect(server.calls).toEqual([
    {
      method: 'POST',
      path: '/api/subscribers',
      authorization: `Basic ${Buffer.from('portal:tajny-zeton').toString('base64')}`,
      body: {
        email: EMAIL,
        name: '',
        status: 'enabled',
        lists: [1, 7],
        attribs: { service: 'akademia' },
        preconfirm_subscriptions: false,
      },
    },
  ])
})

test('NEWS-17: one that listmonk knows from another list joins by its public form, and has to confirm', async () => {
  server.subscribers.set(EMAIL, new Set([2]))
  expect(await provider().subscribe(EMAIL, 'akademia')).toEqual({ outcome: 'known' })
  expect(server.subscribers.get(EMAIL)).toEqual(new Set([2, 1, 7]))
})

test('NEWS-17: no address stands in a URL, and the lists are looked up once', async () => {
  server.subscribers.set(EMAIL, new Set([2]))
  const one = provider()
  await one.subscribe(EMAIL, 'akademia')
  await one.subscribe(EMAIL, 'akademia')
  expect(server.calls.map(({ path }) => path).filter((path) => path.startsWith('/api/lists'))).toHaveLength(2)
  expect(server.calls.map(({ path }) => path).join(' ')).not.toMatch(/hara|poczta|%40|@/)
})

interface Trouble {
  isKnown?: boolean
  hasPublicForm?: boolean
  reply?: ProviderReply
}

const TROUBLES: Array<[string, { token?: string; lists?: number[] }, Trouble]> = [
  ['a wrong token', { token: 'zly' }, {}],
  ['a list that is not there', { lists: [9] }, { isKnown: true }],
  ['a public form that is switched off', {}, { isKnown: true, hasPublicForm: false }],
  ['HTTP 500 with the address', {}, { reply: { status: 500, body: { message: `pq: ${EMAIL}` } } }],
  ['another shape', {}, { reply: { status: 200, body: { data: true } } }],
  ['what is no JSON', {}, { reply: { status: 200, body: `<html>${EMAIL}` } }],
  ['a response that is too long', {}, { reply: { status: 200, body: `"${'x'.repeat(100_000)}"` } }],
]

test.each(TROUBLES)(
  'NEWS-9, NEWS-17: %s is a failure without the address',
  async (_name, change, { isKnown, ...instead }) => {
    if (isKnown) server.subscribers.set(EMAIL, new Set())
    Object.assign(server.instead, instead)
    const error = await failureOf(provider(change).subscribe(EMAIL, 'akademia'))
    expect(error).toBeInstanceOf(SubscribersError)
    expect(String(error)).not.toMatch(/hara|poczta/)
  },
)
