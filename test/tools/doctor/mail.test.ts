import { readSmtpUrl } from '../../../src/mail/smtp-url.ts'
import { mailChecks } from '../../../tools/doctor/checks/newsletter.ts'
import { selfSigned } from '../../support/certificate.ts'
import { debianProgram } from '../../support/debian-program.ts'
import { EXIM_LOGIN, startExim } from '../../support/exim-server.ts'
import { startSmtpScript } from '../../support/smtp-script.ts'

const PROGRAM = debianProgram('exim4', 'exim4-daemon-light')
const own = { kind: 'own' } as const
const from = { name: '', address: 'redakcja@gazeta.example' }

async function findingOf(url: string) {
  const smtp = readSmtpUrl(url)
  if (!smtp) throw new Error('no mail server')
  const [check] = mailChecks({ newsletterProvider: own, mail: { smtp, from, hourlyLimit: 1000 } })
  return check?.run()
}

const testWithExim = PROGRAM === undefined ? test.skip : test

testWithExim('SMTP-9: a mail server that lets the portal in is reported, and gets no mail', async () => {
  const exim = await startExim(PROGRAM ?? '', await selfSigned())
  const login = `${EXIM_LOGIN.user}:${encodeURIComponent(EXIM_LOGIN.password)}`
  try {
    const good = await findingOf(`smtp://${login}@127.0.0.1:${exim.port}`)
    expect(good).toMatchObject({
      state: 'good',
      says: expect.stringContaining('takes mail over TLS, as gazeta.example'),
    })
    const wrong = await findingOf(`smtp://${EXIM_LOGIN.user}:zle-haslo@127.0.0.1:${exim.port}`)
    expect(wrong).toMatchObject({ state: 'bad', says: expect.stringContaining('(login, reply 535)') })
    expect(wrong?.fix).toMatch(/encode @ as %40/)
    expect(JSON.stringify(wrong)).not.toContain('zle-haslo')
    expect(await findingOf(`smtps://127.0.0.1:${exim.port}`)).toMatchObject({
      state: 'bad',
      says: expect.stringContaining('(tls)'),
    })
    expect(await exim.mails()).toEqual([])
    expect(await exim.log()).not.toContain('gazeta.example>')
  } finally {
    await exim.close()
  }
})

test('SMTP-9: clear text is worth a look, and what is no mail server is to be fixed', async () => {
  const plain = await startSmtpScript({})
  const web = await startSmtpScript({ GREETING: 'HTTP/1.1 400 Bad Request\r\n\r\n' })
  try {
    expect(await findingOf(`smtp://127.0.0.1:${plain.port}`)).toMatchObject({ state: 'weak' })
    expect(await findingOf(`smtp://127.0.0.1:${web.port}`)).toMatchObject({
      state: 'bad',
      says: expect.stringContaining('(protocol'),
    })
  } finally {
    await plain.close()
    await web.close()
  }
})

test('SMTP-9: without a mail server it says that nothing is sent', async () => {
  const [check] = mailChecks({ newsletterProvider: own })
  expect(await check?.run()).toMatchObject({ state: 'good', says: expect.stringContaining('No mail is sent') })
})
