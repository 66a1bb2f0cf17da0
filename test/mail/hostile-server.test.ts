import { connect } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createMailer } from '../../src/mail/mailer.ts'
import type { MailMessage } from '../../src/mail/message.ts'
import type { MailOutcome } from '../../src/mail/outcome.ts'
import type { SmtpSettings } from '../../src/mail/smtp-url.ts'
import { selfSigned } from '../support/certificate.ts'
import { cut, type Replies, type SmtpScript, startSmtpScript } from '../support/smtp-script.ts'
import { until } from '../support/until.ts'

const MESSAGE: MailMessage = {
  to: 'ola@poczta.example',
  from: { name: 'Gazeta', address: 'redakcja@gazeta.example' },
  subject: 'Potwierdź zapis',
  html: '<p>Cześć</p>',
  text: 'Cześć\n',
}
const LOGIN = { user: 'portal', password: 'tajne-haslo' }
const SOON = { connecting: 300, silence: 300, mail: 1500 }

let server: SmtpScript | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function sendTo(replies: Replies, smtp: Partial<SmtpSettings> = {}): Promise<MailOutcome> {
  server = await startSmtpScript(replies)
  const place = { host: '127.0.0.1', port: server.port, tls: 'opportunistic' as const, ...smtp }
  return createMailer({ smtp: place, limits: SOON }).send(MESSAGE)
}

/** A byte now and then, so that no silence is long. */
const dripping: Replies[string] = (socket) => {
  const timer = setInterval(() => socket.write('2'), 50)
  socket.once('close', () => clearInterval(timer))
}

const CASES: Array<[string, Replies, MailOutcome]> = [
  ['a busy greeting', { GREETING: '421 4.3.2 Later\r\n' }, { kind: 'deferred', code: 421, reason: 'protocol' }],
  [
    'a greeting that refuses all',
    { GREETING: '554 5.7.1 No\r\n' },
    { kind: 'deferred', code: 554, reason: 'protocol' },
  ],
  ['a silent greeting', { GREETING: undefined }, { kind: 'deferred', reason: 'time' }],
  ['garbage', { GREETING: '\0\xff\xfe<html>\r\n' }, { kind: 'deferred', reason: 'protocol' }],
  ['a page of the web', { GREETING: 'HTTP/1.1 200 OK\r\n\r\n' }, { kind: 'deferred', reason: 'protocol' }],
  ['a greeting that drips', { GREETING: dripping }, { kind: 'deferred', reason: 'time' }],
  ['a reply without an end', { EHLO: '250-a\r\n'.repeat(20_000) }, { kind: 'deferred', reason: 'protocol' }],
  ['a cut greeting', { GREETING: cut }, { kind: 'deferred', reason: 'connection' }],
  [
    'a sender that it does not take',
    { MAIL: '550 5.7.1 Not you\r\n' },
    { kind: 'deferred', code: 550, reason: 'sender' },
  ],
  ['an unknown mailbox', { RCPT: '550 5.1.1 No\r\n' }, { kind: 'refused', code: 550, isUnknownMailbox: true }],
  ['an unknown domain', { RCPT: '550 5.1.2 No\r\n' }, { kind: 'refused', code: 550, isUnknownMailbox: true }],
  ['a refusal by policy', { RCPT: '550 5.7.1 Spam\r\n' }, { kind: 'refused', code: 550, isUnknownMailbox: false }],
  ['a refusal without a status', { RCPT: '550 No\r\n' }, { kind: 'refused', code: 550, isUnknownMailbox: false }],
  ['a grey list', { RCPT: '450 4.2.0 Later\r\n' }, { kind: 'deferred', code: 450, reason: 'recipient' }],
  [
    'a server that ends at the recipient',
    { RCPT: '521 5.3.2 Bye\r\n' },
    { kind: 'deferred', code: 521, reason: 'recipient' },
  ],
  ['a silent recipient', { RCPT: undefined }, { kind: 'deferred', reason: 'time' }],
  ['a cut recipient', { RCPT: cut }, { kind: 'deferred', reason: 'connection' }],
  ['no room for the message', { BODY: '452 4.3.1 Full\r\n' }, { kind: 'deferred', code: 452, reason: 'message' }],
  ['a message that it refuses', { BODY: '554 5.6.0 No\r\n' }, { kind: 'refused', code: 554, isUnknownMailbox: false }],
  ['a cut within the message', { MIDST: cut }, { kind: 'deferred', reason: 'connection' }],
  ['a cut after the message', { BODY: cut }, { kind: 'deferred', reason: 'connection' }],
  ['silence after the message', { BODY: undefined }, { kind: 'deferred', reason: 'time' }],
  ['a reply that drips', { BODY: dripping }, { kind: 'deferred', reason: 'time' }],
  ['an impossible code', { RCPT: '999 5.1.1 No\r\n' }, { kind: 'deferred', reason: 'recipient' }],
]

test.each(CASES)('SMTP-6, SMTP-7: %s', async (_name, replies, expected) => {
  expect(await sendTo(replies)).toEqual(expected)
})

test('SMTP-7: no server at all', async () => {
  const smtp = { host: '127.0.0.1', port: 1, tls: 'opportunistic' } as const
  expect(await createMailer({ smtp, limits: SOON }).send(MESSAGE)).toEqual({ kind: 'deferred', reason: 'connection' })
})

test('SMTP-2: where TLS is stripped from the offer, neither password nor address goes out', async () => {
  const outcome = await sendTo(
    { EHLO: '250-poczta.example\r\n250 AUTH PLAIN LOGIN\r\n' },
    { tls: 'required', credentials: LOGIN },
  )
  expect(outcome).toMatchObject({ kind: 'deferred', reason: 'tls' })
  expect(server?.lines.join('\n')).not.toMatch(/AUTH|MAIL|RCPT|poczta/)
})

test('SMTP-2: where STARTTLS is offered and refused, neither goes out', async () => {
  const replies = { EHLO: '250-poczta.example\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n', STARTTLS: '454 4.7.0 No\r\n' }
  expect(await sendTo(replies, { tls: 'required', credentials: LOGIN })).toMatchObject({
    kind: 'deferred',
    reason: 'tls',
  })
  expect(server?.lines.join('\n')).not.toMatch(/AUTH|MAIL|RCPT/)
})

test('SMTP-2: what is said before the handshake does not count after it', async () => {
  const certificate = await selfSigned()
  const recipients: string[] = []
  const secure = new SMTPServer({
    ...certificate,
    authMethods: ['PLAIN'],
    onAuth: (auth, _session, done) =>
      auth.password === LOGIN.password ? done(null, { user: auth.username }) : done(new Error('no')),
    onRcptTo: ({ address }, { secure: isSecure }, done) => {
      recipients.push(`${address} ${isSecure}`)
      done()
    },
    onData: (stream, _session, done) => void stream.resume().once('end', () => done()),
  })
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  const place = secure.server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  try {
    const settings = {
      smtp: { host: '127.0.0.1', port, tls: 'required', credentials: LOGIN },
      ca: certificate.cert,
    } as const
    expect(await createMailer(settings).send(MESSAGE)).toEqual({ kind: 'sent' })
    expect(recipients).toEqual(['ola@poczta.example true'])
  } finally {
    await new Promise<void>((resolve) => secure.close(() => resolve()))
  }
})

test('SMTP-6: closing the mailer cuts what is under way', async () => {
  server = await startSmtpScript({ RCPT: undefined })
  const mailer = createMailer({ smtp: { host: '127.0.0.1', port: server.port, tls: 'opportunistic' } })
  const outcome = mailer.send(MESSAGE)
  await until(
    () => server?.lines ?? [],
    (lines) => lines.some((line) => line.startsWith('RCPT')),
  )
  await mailer.close()
  expect(await outcome).toMatchObject({ kind: 'deferred' })
  expect(await mailer.send(MESSAGE)).toEqual({ kind: 'deferred', reason: 'connection' })
})

test('the scripted server is one: it takes a mail when nothing is wrong', async () => {
  expect(await sendTo({})).toEqual({ kind: 'sent' })
  expect(server?.lines).toContain('RCPT TO:<ola@poczta.example>')
  await expect(
    new Promise((resolve) => connect(server?.port ?? 0, '127.0.0.1').once('data', resolve)),
  ).resolves.toBeDefined()
})
