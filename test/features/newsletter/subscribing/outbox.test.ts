import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Letter } from '../../../../src/features/newsletter/store/records.ts'
import { type Outbox, openOutbox } from '../../../../src/features/newsletter/subscribing/outbox.ts'
import { createMailer } from '../../../../src/mail/mailer.ts'
import type { MailMessage } from '../../../../src/mail/message.ts'
import { cut, type Replies, type SmtpScript, startSmtpScript } from '../../../support/smtp-script.ts'
import { openSubscribers, type TestSubscribers } from '../../../support/subscribers.ts'
import { until } from '../../../support/until.ts'

const NOON = Date.parse('2026-03-03T12:00:00Z')
const HOUR = 3_600_000

let folder: string
let now: Date
let subscribers: TestSubscribers
let server: SmtpScript
const outboxes: Outbox[] = []
let events: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  now = new Date(NOON)
  events = []
  subscribers = openSubscribers(join(folder, 'subscribers.sqlite'), () => now)
})
afterEach(async () => {
  for (const outbox of outboxes.splice(0)) await outbox.close()
  await server.close()
  await subscribers.close()
  await rm(folder, { recursive: true, force: true })
})

const compose = ({ email, kind }: Letter): MailMessage => ({
  to: email,
  from: { name: '', address: 'redakcja@gazeta.example' },
  subject: kind,
  html: `<p>${kind}</p>`,
  text: kind,
})

async function open(
  replies: Replies,
  change: { compose?: (letter: Letter) => MailMessage | undefined } = {},
): Promise<Outbox> {
  server = await startSmtpScript(replies)
  return start(change)
}

function start(change: { compose?: (letter: Letter) => MailMessage | undefined } = {}): Outbox {
  const outbox = openOutbox({
    store: subscribers.store,
    isThere: () => true,
    mailer: createMailer({ smtp: { host: '127.0.0.1', port: server.port, tls: 'opportunistic' } }),
    compose,
    onOutcome: (outcome) => events.push(outcome),
    report: {
      stuck: ({ reason }) => events.push(`stuck: ${reason}`),
      refused: (kind, code) => events.push(`${kind} refused: ${code}`),
      limited: () => events.push('limited'),
      failed: (error) => events.push(`failed: ${error}`),
    },
    hourlyLimit: 1000,
    now: () => now,
    interval: 20,
    pause: 0,
    ...change,
  })
  outboxes.push(outbox)
  return outbox
}

const event = (wanted: string): Promise<string[]> =>
  until(
    () => events,
    (all) => all.includes(wanted),
  )
const recipients = (): string[] => server.lines.filter((line) => line.startsWith('RCPT'))
const sent = (): number => events.filter((one) => one === 'sent').length

test('SMTP-8: a letter that waits is sent once, however many look', async () => {
  await subscribers.subscribe('ola@poczta.example', 'akademia')
  await open({})
  start()
  start()
  await event('sent')
  await subscribers.subscribe('jan@poczta.example', 'akademia')
  await until(sent, (count) => count === 2)
  expect(recipients().sort()).toEqual(['RCPT TO:<jan@poczta.example>', 'RCPT TO:<ola@poczta.example>'])
})

test('SMTP-8: while the server is away letters wait, and go when it is back', async () => {
  await subscribers.subscribe('ola@poczta.example', 'akademia')
  let isAway = true
  await open({ GREETING: (socket) => (isAway ? cut(socket) : void socket.write('220 poczta.example\r\n')) })
  await event('stuck: connection')
  isAway = false
  now = new Date(NOON + HOUR)
  await event('sent')
  expect(recipients()).toEqual(['RCPT TO:<ola@poczta.example>'])
})

test('SMTP-8: a mailbox that is not there gets no further letter; its letter is dropped', async () => {
  await subscribers.subscribe('ola@poczta.example', 'akademia')
  await open({ RCPT: '550 5.1.1 No\r\n' })
  await event('confirm refused: 550')
  expect(
    await until(
      () => subscribers.store.isSuppressed('ola@poczta.example'),
      (is) => is,
    ),
  ).toBe(true)
  now = new Date(NOON + 24 * HOUR)
  expect(await subscribers.store.takeLetters(10, now.toISOString(), 1)).toEqual([])
})

test('SMTP-8: a refusal by policy drops the letter and says nothing of the mailbox', async () => {
  await subscribers.subscribe('ola@poczta.example', 'akademia')
  await open({ RCPT: '550 5.7.1 Spam\r\n' })
  await event('confirm refused: 550')
  await outboxes[0]?.close()
  expect(await subscribers.store.isSuppressed('ola@poczta.example')).toBe(false)
  expect(await subscribers.store.takeLetters(10, new Date(NOON + 24 * HOUR).toISOString(), 1)).toEqual([])
})

test('SMTP-8: letters of a service that is gone are dropped, and so are those that would break a header', async () => {
  await subscribers.subscribe('ola@poczta.example', 'dawny')
  await subscribers.subscribe('jan@poczta.example', 'zepsuty')
  await subscribers.subscribe('ewa@poczta.example', 'akademia')
  await open(
    {},
    {
      compose: (letter) => {
        if (letter.service === 'dawny') return undefined
        return { ...compose(letter), ...(letter.service === 'zepsuty' && { subject: 'a\r\nb' }) }
      },
    },
  )
  await event('sent')
  await outboxes[0]?.close()
  expect(recipients()).toEqual(['RCPT TO:<ewa@poczta.example>'])
  expect(events.filter((one) => one.startsWith('failed'))).toHaveLength(1)
  expect(await subscribers.store.takeLetters(10, new Date(NOON + 24 * HOUR).toISOString(), 1)).toEqual([])
})

test('SMTP-8: an instance that ends gives way at once', async () => {
  await open({})
  const [first] = outboxes
  await subscribers.subscribe('ola@poczta.example', 'akademia')
  await event('sent')
  await first?.close()
  start()
  await subscribers.subscribe('jan@poczta.example', 'akademia')
  await until(sent, (count) => count === 2)
})

test('OBS-47: nothing that is reported has an address', async () => {
  await subscribers.subscribe('ola@poczta.example', 'akademia')
  await open({ RCPT: '550 5.1.1 <ola@poczta.example>: no such mailbox\r\n' })
  await event('confirm refused: 550')
  expect(events.join('\n')).not.toMatch(/@|ola/)
})
