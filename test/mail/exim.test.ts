import { createMailer } from '../../src/mail/mailer.ts'
import type { MailMessage } from '../../src/mail/message.ts'
import type { SmtpSettings } from '../../src/mail/smtp-url.ts'
import { type Certificate, selfSigned } from '../support/certificate.ts'
import { debianProgram } from '../support/debian-program.ts'
import { EXIM_LOGIN, EXIM_MAILBOXES, type EximServer, startExim } from '../support/exim-server.ts'

const PROGRAM = debianProgram('exim4', 'exim4-daemon-light')
const DOMAIN = 'poczta.example'
const describeWithExim = PROGRAM === undefined ? describe.skip : describe

const messageTo = (local: string): MailMessage => ({
  to: `${local}@${DOMAIN}`,
  from: { name: 'Gazeta', address: 'redakcja@gazeta.example' },
  replyTo: 'listy@gazeta.example',
  subject: 'Zażółć gęślą jaźń '.repeat(10).trim(),
  html: '<p>Cześć – zażółć</p>',
  text: 'Cześć\n\n.\n.kropka\nFrom obok\n',
})

describeWithExim('against Exim', () => {
  let certificate: Certificate
  let exim: EximServer
  beforeAll(async () => {
    certificate = await selfSigned()
    exim = await startExim(PROGRAM ?? '', certificate)
  })
  afterAll(() => exim.close())

  const send = (message: MailMessage, smtp: Partial<SmtpSettings> = {}, ca: string | undefined = certificate.cert) =>
    createMailer({
      smtp: { host: '127.0.0.1', port: exim.port, tls: 'required', credentials: EXIM_LOGIN, ...smtp },
      ...(ca !== undefined && { ca }),
    }).send(message)

  test('SMTP-2, SMTP-3: a mail arrives as it was written, over TLS, after a login', async () => {
    const message = messageTo('ola')
    expect(await send(message)).toEqual({ kind: 'sent' })
    const [mail] = await exim.mailsTo(message.to)
    expect([mail?.subject, mail?.text, mail?.html]).toEqual([message.subject, message.text, message.html])
    expect(mail?.replyTo?.text).toBe('listy@gazeta.example')
    expect(mail?.headers.get('return-path')).toMatchObject({ value: [{ address: 'redakcja@gazeta.example' }] })
    expect(await exim.log()).toMatch(/<= redakcja@gazeta\.example .*P=esmtpsa X=TLS1\.[23].*A=plain:portal/)
  })

  test('SMTP-7: a mailbox that does not exist is refused for good, and recognised', async () => {
    expect(await send(messageTo(EXIM_MAILBOXES.unknown))).toEqual({
      kind: 'refused',
      code: 550,
      isUnknownMailbox: true,
    })
    expect(await send(messageTo(EXIM_MAILBOXES.full))).toEqual({ kind: 'refused', code: 552, isUnknownMailbox: false })
  })

  test('SMTP-7: a reply 4xx is worth another try', async () => {
    expect(await send(messageTo(EXIM_MAILBOXES.later))).toEqual({ kind: 'deferred', code: 451, reason: 'recipient' })
  })

  test("SMTP-7: a wrong password is the operator's trouble, not the reader's", async () => {
    const credentials = { user: EXIM_LOGIN.user, password: 'zle' }
    expect(await send(messageTo('login'), { credentials })).toEqual({ kind: 'deferred', code: 535, reason: 'login' })
  })

  test('SMTP-2: a certificate that nobody vouches for ends the connection before anything is said', async () => {
    expect(await send(messageTo('certyfikat'), {}, (await selfSigned()).cert)).toEqual({
      kind: 'deferred',
      reason: 'tls',
    })
    expect(await exim.log()).not.toContain('certyfikat')
  })

  test('SMTP-2: a certificate for another host ends it too', async () => {
    const other = await selfSigned('inny.example')
    const elsewhere = await startExim(PROGRAM ?? '', other)
    try {
      const outcome = await send(messageTo('host'), { host: 'localhost', port: elsewhere.port }, other.cert)
      expect(outcome).toEqual({ kind: 'deferred', reason: 'tls' })
    } finally {
      await elsewhere.close()
    }
  })

  test('SMTP-2: on this machine a mail goes over TLS where the server has it, and in clear text where it has not', async () => {
    const near = {
      smtp: { host: '127.0.0.1', port: exim.port, tls: 'opportunistic', credentials: EXIM_LOGIN },
    } as const
    expect(await createMailer(near).send(messageTo('blisko'))).toEqual({ kind: 'sent' })
    const [mail] = await exim.mailsTo(`blisko@${DOMAIN}`)
    expect(String(mail?.headers.get('received'))).toMatch(/with esmtpsa/)
    const plain = await startExim(PROGRAM ?? '')
    try {
      const settings = { smtp: { host: '127.0.0.1', port: plain.port, tls: 'opportunistic' } } as const
      expect(await createMailer(settings).send(messageTo('jawnie'))).toEqual({ kind: 'sent' })
      await plain.mailsTo(`jawnie@${DOMAIN}`)
      const required = { smtp: { ...settings.smtp, tls: 'required' } } as const
      expect(await createMailer(required).send(messageTo('nigdy'))).toMatchObject({ kind: 'deferred', reason: 'tls' })
      expect(await plain.log()).not.toContain('nigdy')
    } finally {
      await plain.close()
    }
  })
})
