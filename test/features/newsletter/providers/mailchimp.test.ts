import { createMailchimp } from '../../../../src/features/newsletter/providers/mailchimp.ts'
import { SubscribersError } from '../../../../src/features/newsletter/subscribers.ts'
import { type MailchimpServer, startMailchimp } from '../../../support/mailchimp-server.ts'

const EMAIL = 'ola@poczta.example'

let server: MailchimpServer
beforeEach(async () => {
  server = await startMailchimp()
})
afterEach(() => server.close())

const subscribe = (email = EMAIL, key = server.key) =>
  createMailchimp({ key, list: server.list }, server.origin).subscribe(email, 'akademia')

test('NEWS-17: a new member waits for the mail that confirms, and is tagged with the service', async () => {
  expect(await subscribe()).toEqual({ outcome: 'added' })
  expect(server.members).toEqual(new Map([[EMAIL, 'pending']]))
  expect(server.calls).toMatchObject([
    { method: 'POST', body: { email_address: EMAIL, status: 'pending', tags: ['akademia'] } },
  ])
})

test('NEWS-17: a member who is subscribed stays so', async () => {
  server.members.set(EMAIL, 'subscribed')
  expect(await subscribe('Ola@Poczta.example')).toEqual({ outcome: 'known' })
  expect(server.members.get(EMAIL)).toBe('subscribed')
  expect(server.calls.map(({ method }) => method)).toEqual(['POST', 'GET'])
})

test.each(['unsubscribed', 'archived', 'pending'] as const)(
  'NEWS-17: one who is %s gets another mail that confirms',
  async (status) => {
    server.members.set(EMAIL, status)
    expect(await subscribe()).toEqual({ outcome: 'added' })
    expect(server.members.get(EMAIL)).toBe('pending')
  },
)

test.each(['cleaned', 'forgotten'] as const)('NEWS-17: one who is %s is not subscribed again', async (status) => {
  server.members.set(EMAIL, status)
  expect(await subscribe()).toEqual({ outcome: 'failed' })
  expect(server.members.get(EMAIL)).toBe(status)
})

test('NEWS-17: an address that Mailchimp does not believe is no failure of the portal', async () => {
  expect(await subscribe('ktos@example.com')).toEqual({ outcome: 'failed' })
})

test('NEWS-17: no address stands in a URL', async () => {
  server.members.set(EMAIL, 'unsubscribed')
  await subscribe()
  expect(server.calls.map(({ path }) => path).join(' ')).not.toMatch(/ola|poczta|%40|@/)
})

test.each([
  ['HTTP 500 with the address', { status: 500, body: { title: EMAIL, status: 500, detail: EMAIL } }],
  ['too many calls', { status: 429, body: { title: 'Too Many Requests', status: 429 } }],
  ['another shape', { status: 200, body: { status: 'somehow' } }],
  ['what is no JSON', { status: 200, body: `<html>${EMAIL}` }],
  ['a title of 400 with another status', { status: 200, body: { title: 'Member Exists', status: 400 } }],
])('NEWS-9, NEWS-17: %s is a failure without the address', async (_name, reply) => {
  server.instead.reply = reply
  const error = await subscribe().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SubscribersError)
  expect(String(error)).not.toMatch(/ola|poczta/)
})

test('NEWS-9, NEWS-17: a wrong key is a failure', async () => {
  await expect(subscribe(EMAIL, '0'.repeat(32).concat('-us6'))).rejects.toThrow('HTTP 401')
})
