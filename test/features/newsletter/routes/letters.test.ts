import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { ParsedMail } from 'mailparser'
import supertest from 'supertest'
import { debianProgram } from '../../../support/debian-program.ts'
import { type EximServer, startExim } from '../../../support/exim-server.ts'
import { startTestPortal, type TestPortal } from '../../../support/portal.ts'

const PROGRAM = debianProgram('exim4', 'exim4-daemon-light')
const describeWithExim = PROGRAM === undefined ? describe.skip : describe

const ORIGIN = 'https://akademia.example'
const EMAIL = 'ola@poczta.example'
const WEBHOOK = 'tajny-zeton-raportow'

describeWithExim('a newsletter that is sent', () => {
  let exim: EximServer
  let portal: TestPortal
  let folder: string
  const start = () =>
    startTestPortal({
      SERVICE_URL_AKADEMIA: ORIGIN,
      SMTP_URL: `smtp://127.0.0.1:${exim.port}`,
      MAIL_FROM: 'redakcja@akademia.example',
      NEWSLETTER_WEBHOOK_TOKEN: WEBHOOK,
      METRICS_TOKEN: 'tajne-liczby',
      ACCESS_LOG: 'all',
      SUBSCRIBERS_FILE: join(folder, 'subscribers.sqlite'),
    })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'letters-'))
    exim = await startExim(PROGRAM ?? '')
    portal = await start().catch(async (error: unknown) => {
      await exim.close()
      throw error
    })
  })
  afterEach(async () => {
    await portal.close()
    await exim.close()
    await rm(folder, { recursive: true, force: true })
  })

  const subscribe = (email = EMAIL, headers: Record<string, string> = {}) =>
    supertest(portal.url).post('/api/sare/').set(headers).send({ email, consent: true })
  const page = (path: string) => supertest(portal.url).get(path)
  const press = (path: string, fields = '') => supertest(portal.url).post(path).type('form').send(fields)

  /** The path of a link in a mail's text. */
  const linkIn = (mail: ParsedMail | undefined, kind: string): string =>
    new RegExp(`${ORIGIN}(/newsletter/${kind}/[\\w-]{22})`).exec(mail?.text ?? '')?.[1] ?? ''
  const letters = (count: number, email = EMAIL) => exim.mailsTo(email, count)

  /** Forgets when each reader was sent a letter: a confirmed one gets one a day (SUB-18), a mailbox one an hour (SUB-25). */
  function aDayLater(): void {
    const db = new DatabaseSync(join(folder, 'subscribers.sqlite'), { timeout: 5000 })
    db.exec('UPDATE subscribers SET letter_at = NULL; DELETE FROM mailboxes')
    db.close()
  }

  async function confirmed(email = EMAIL): Promise<ParsedMail[]> {
    await subscribe(email)
    const [letter] = await letters(1, email)
    await press(linkIn(letter, 'potwierdz'))
    return letters(2, email)
  }

  test('NEWS-19: a subscription is confirmed by the link of a letter, and welcomed', async () => {
    expect((await subscribe()).body).toMatchObject({ outcome: 'mailed' })
    const [letter] = await letters(1)
    expect(letter?.subject).toBe('Potwierdź zapis na newsletter: Szpalta Akademia krypto')
    expect(letter?.from?.value).toEqual([{ name: 'Szpalta Akademia krypto', address: 'redakcja@akademia.example' }])
    expect(letter?.html).toContain(linkIn(letter, 'potwierdz'))
    expect(letter?.headers.get('auto-submitted')).toBe('auto-generated')
    const path = linkIn(letter, 'potwierdz')
    expect((await page(path)).status).toBe(200)
    expect((await press(path)).headers.location).toBe('/?newsletter=potwierdzono#komunikat')
    const both = await letters(2)
    expect(both[1]?.subject).toBe('Zapis na newsletter potwierdzony: Szpalta Akademia krypto')
    expect(linkIn(both[1], 'ustawienia')).not.toBe('')
  })

  test('NEWS-16: the response is the same for a new, a pending, a confirmed and a suppressed address', async () => {
    await confirmed('znana@poczta.example')
    await subscribe('czeka@poczta.example')
    await letters(1, 'czeka@poczta.example')
    const report = { events: [{ type: 'bounce', email: 'zla@poczta.example' }] }
    await supertest(portal.url).post('/ops/newsletter/generic').set('authorization', `Bearer ${WEBHOOK}`).send(report)
    await portal.close()
    // The same subscribers in another process' counts, so that the limit of posts is not what is compared.
    portal = await startTestPortal({
      SMTP_URL: `smtp://127.0.0.1:${exim.port}`,
      MAIL_FROM: 'redakcja@akademia.example',
    })
    const responses = []
    for (const who of ['znana', 'czeka', 'zla', 'nowa']) {
      const { status, body, headers } = await subscribe(`${who}@poczta.example`)
      responses.push(JSON.stringify([status, body, Object.keys(headers).sort(), headers['content-length']]))
    }
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toContain('Sprawdź skrzynkę')
  })

  test('NEWS-16: a confirmed reader who subscribes again learns so by mail alone', async () => {
    await confirmed()
    aDayLater()
    expect((await subscribe()).body).toMatchObject({ outcome: 'mailed' })
    const [, , third] = await letters(3)
    expect(third?.subject).toBe('Ten adres jest już zapisany na newsletter: Szpalta Akademia krypto')
    expect(linkIn(third, 'potwierdz')).toBe('')
  })

  test('NEWS-16: a form without a script comes back with the same notice for everyone', async () => {
    const post = () =>
      supertest(portal.url)
        .post('/api/sare/')
        .type('form')
        .set('accept', 'text/html')
        .send(`email=${EMAIL}&consent=on&from=/`)
    const [first, second] = [await post(), await post()]
    expect([first.status, first.headers.location]).toEqual([303, '/?newsletter=sprawdz-skrzynke#komunikat'])
    expect(second.headers.location).toBe(first.headers.location)
    expect((await page('/?newsletter=sprawdz-skrzynke')).text).toContain('Sprawdź skrzynkę')
  })

  /** The path of a mail's `List-Unsubscribe`. */
  const oneClick = (raw: string): string =>
    new RegExp(`^List-Unsubscribe: <${ORIGIN}(/newsletter/wypisz/[\\w-]{22})>, <mailto:`, 'm').exec(raw)?.[1] ?? ''

  test('NEWS-20, SMTP-5: every letter unsubscribes by one POST, as mail programs make it; a GET only asks', async () => {
    await confirmed()
    aDayLater()
    await subscribe()
    await letters(3)
    const all = await exim.raw()
    expect(all.map((raw) => raw.includes('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n'))).toEqual([
      true,
      true,
      true,
    ])
    const paths = new Set(all.map(oneClick))
    expect([paths.size, paths.has('')]).toEqual([1, false])
    const [path = ''] = paths
    const question = await page(path)
    expect([question.status, question.text.includes('o…@poczta.example'), question.text.includes(EMAIL)]).toEqual([
      200,
      true,
      false,
    ])
    expect((await page(path)).status).toBe(200)
    // From no page and without cookies, as a mail service does it.
    const left = await press(path, 'List-Unsubscribe=One-Click')
    expect([left.status, left.headers.location]).toEqual([200, undefined])
    expect(left.text).toContain('Wypisano z newslettera')
    expect((await page(path)).status).toBe(404)
    expect((await press(path, 'List-Unsubscribe=One-Click')).status).toBe(200)
  })

  test('NEWS-20: the letter that asks to confirm removes the address as well', async () => {
    await subscribe()
    await letters(1)
    const [raw = ''] = await exim.raw()
    const body = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    )
    const left = await supertest(portal.url)
      .post(oneClick(raw))
      .set({ 'content-type': 'multipart/form-data; boundary=x', origin: 'https://poczta.example' })
      .send(body)
    expect(left.status).toBe(200)
    expect((await page(oneClick(raw))).status).toBe(404)
  })

  test('NEWS-22: preferences, export and erasure by the link of a letter', async () => {
    const [, welcome] = await confirmed()
    const path = linkIn(welcome, 'ustawienia')
    const shown = await page(path)
    expect(shown.text).toMatch(
      /name="service" checked="" value="akademia"|checked="" name="service" value="akademia"|value="akademia" checked=""/,
    )
    const saved = await press(path, 'service=akademia')
    expect([saved.status, saved.headers.location]).toEqual([303, `${path}?zapisano=1`])
    expect((await page(`${path}?zapisano=1`)).text).toContain('Ustawienia zapisane.')
    expect((await press(path, 'service=obcy')).status).toBe(400)

    const data = await page(`${path}/dane`)
    expect(data.headers['content-disposition']).toBe('attachment; filename=newsletter.json')
    expect(data.body).toMatchObject({
      email: EMAIL,
      isSuppressed: false,
      subscriptions: [{ service: 'akademia', status: 'confirmed' }],
    })
    expect(data.text).not.toMatch(/token/i)

    expect((await page(`${path}/usun`)).text).toContain('Usuwam moje dane')
    expect((await page(path)).status).toBe(200)
    expect((await press(`${path}/usun`)).text).toContain('Dane usunięte')
    expect((await page(path)).status).toBe(404)
    expect((await page(`${path}/dane`)).status).toBe(404)
    expect((await press(`${path}/usun`)).status).toBe(404)
  })

  test('NEWS-22: who unticks everything is unsubscribed', async () => {
    const [, welcome] = await confirmed()
    const path = linkIn(welcome, 'ustawienia')
    const left = await press(path)
    expect([left.status, left.text.includes('Wypisano z newslettera')]).toEqual([200, true])
    expect((await page(path)).status).toBe(404)
  })

  test('NEWS-26: these pages are in no cache and no index, name no referrer, and an odd token is as unknown as another', async () => {
    const [, welcome] = await confirmed()
    const token = linkIn(welcome, 'ustawienia').split('/').pop() ?? ''
    const paths = ['wypisz', 'ustawienia'].flatMap((kind) =>
      [token, 'A'.repeat(22), 'x', "'%20OR%201=1"].map((one) => `/newsletter/${kind}/${one}`),
    )
    for (const path of paths) {
      const { headers, status } = await page(path)
      expect([path, status]).toEqual([path, path.includes(token) ? 200 : 404])
      expect(headers).toMatchObject({
        'cache-control': expect.stringContaining('no-store'),
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
    }
  })

  test('NEWS-26, OBS-47: neither an address nor a token is in the log or the metrics', async () => {
    const [, welcome] = await confirmed()
    const path = linkIn(welcome, 'ustawienia')
    const token = path.split('/').pop() ?? ''
    await page(path)
    await page(`${path}/dane`)
    await press(`/newsletter/wypisz/${token}`, 'List-Unsubscribe=One-Click')
    await page('/newsletter/wypisz/zly-token')
    await subscribe('nieznany@poczta.example')
    await supertest(portal.url).post(`/ops/newsletter/generic/${WEBHOOK}`).send({ events: [] })
    await supertest(portal.url).post('/ops/newsletter/generic/prawie-tajny-zeton').send({ events: [] })
    const metrics = await page('/metrics').set('authorization', 'Bearer tajne-liczby')
    const log = JSON.stringify(portal.logs)
    expect(log).toContain('/newsletter/ustawienia/***')
    expect(log).toContain('/newsletter/wypisz/***')
    expect(log).toContain('/ops/newsletter/generic/***')
    for (const text of [log, metrics.text]) {
      expect(text).not.toMatch(/poczta\.example|%40/)
      expect(text).not.toContain(token)
      expect(text).not.toContain('zly-token')
      expect(text).not.toContain(WEBHOOK)
      expect(text).not.toContain('prawie-tajny')
    }
  })

  test('NEWS-28: mails are counted by what they were and what came of them', async () => {
    await confirmed()
    await subscribe('nieznany@poczta.example')
    await exim.log()
    const counted = async () => (await page('/metrics').set('authorization', 'Bearer tajne-liczby')).text
    for (let tries = 0; tries < 100 && !/refused"\} 1/.test(await counted()); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const text = await counted()
    expect(text).toContain('szpalta_mails_total{kind="letter",outcome="sent"} 2')
    expect(text).toContain('szpalta_mails_total{kind="letter",outcome="refused"} 1')
    expect(text).toContain('szpalta_mails_total{kind="issue",outcome="sent"} 0')
  })

  test('NEWS-25: after a bounce nothing is sent to the address; the token may stand in the path', async () => {
    await confirmed()
    const body = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'OLA@poczta.example' }
    const post = (path: string, authorization?: string) => {
      const request = supertest(portal.url).post(path)
      return (authorization === undefined ? request : request.set('authorization', authorization)).send(body)
    }
    expect((await post('/ops/newsletter/postmark')).status).toBe(401)
    expect((await post('/ops/newsletter/postmark/zly-zeton-raportow-1')).status).toBe(401)
    expect((await post(`/ops/newsletter/inny/${WEBHOOK}`)).status).toBe(404)
    const basic = `Basic ${Buffer.from(`postmark:${WEBHOOK}`).toString('base64')}`
    expect((await post('/ops/newsletter/postmark', basic)).body).toEqual({ reports: 1 })
    expect((await post(`/ops/newsletter/postmark/${WEBHOOK}`)).body).toEqual({ reports: 1 })
    await subscribe()
    await subscribe('jan@poczta.example')
    await letters(1, 'jan@poczta.example')
    expect(await letters(2)).toHaveLength(2)
  })

  test('NEWS-25: a body of another shape or size is refused and stored nowhere', async () => {
    const post = (body: string, type = 'application/json') =>
      supertest(portal.url).post(`/ops/newsletter/sendgrid/${WEBHOOK}`).set('content-type', type).send(body)
    expect((await post('{"email":"ola@poczta.example"}')).status).toBe(400)
    expect((await post('{')).status).toBe(400)
    expect((await post(`[${'{"event":"open"},'.repeat(200_000)}{"event":"open"}]`)).status).toBe(413)
    expect((await post('[]', 'text/plain')).body).toEqual({ reports: 0 })
    expect(JSON.stringify(portal.logs)).not.toContain('poczta.example')
  })
})
