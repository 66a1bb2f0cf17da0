import '../support/amp-validator.ts'
import { plainLine } from '../../src/content/plain-line.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { discussed, PATHS } from './discussed.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const SECRET = 'ola@tajne.example'

let wordpress: WordPress
let portals: TestPortal[]
let portal: TestPortal
let clients = 0

const tagIn = (text: string): string => /name="form" value="([^"]*)"/.exec(text)?.[1] ?? ''

async function post(fields: ReadonlyArray<[string, string]>, client?: string) {
  clients += 1
  const own = client ?? `198.51.100.${clients}`
  const response = await fetch(`${portal.url}/api/forms`, {
    method: 'POST',
    headers: { origin: portal.url, 'x-forwarded-for': own },
    body: new URLSearchParams(fields.map((field) => [...field])),
    redirect: 'manual',
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, text: await response.text() }
}

async function wholeForm(): Promise<Array<[string, string]>> {
  const { text } = await portal.get(PATHS.form)
  return [
    ['article', PATHS.form],
    ['form', tagIn(text)],
    ['website', ''],
    ['f-your-name', 'Ola <b>'],
    ['f-your-email', SECRET],
    ['f-dzien', '2026-05-01'],
    ['f-dzial', 'Reklama'],
    ['f-tematy[]', 'Kursy'],
    ['f-tematy[]', 'Prawo'],
    ['f-your-message', 'Dzień dobry, „żółć”'],
    ['f-zgoda', '1'],
    ['f-obce', 'nie'],
    ['f-_wpcf7', '999'],
  ]
}

describeWithWordPress('contact forms of a WordPress (of a stand-in for Contact Form 7)', () => {
  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', discussed)
    const { url, user, password } = wordpress
    const own = { CONTENT: 'wordpress', CMS_URL: url, CMS_POLL_SECONDS: '0', TRUST_PROXY: 'loopback' }
    portals = [await startTestPortal({ ...own, CMS_USER: user, CMS_KEY: password }), await startTestPortal(own)]
    portal = portals[0] as TestPortal
  }, START_LIMIT_MS)
  afterAll(async () => {
    for (const one of portals) await one.close()
    await wordpress?.close()
  })

  test('are forms of the portal, with and without credentials, in their place (COMM-20)', async () => {
    for (const one of portals) {
      const { text } = await one.get(PATHS.form)
      expect(text).toMatch(/Przed formularzem\.[\s\S]*<form id="formularz-wpcf7-f5[\s\S]*Za formularzem\./)
      const names = [...text.matchAll(/name="f-([^"]*)"/g)].map(([, name]) => name)
      expect(names).toEqual([
        'your-name',
        'your-email',
        'dzien',
        'dzial',
        'tematy[]',
        'tematy[]',
        'your-message',
        'zgoda',
      ])
      expect(plainLine(text)).toMatch(/<label for="([^"]*)">Imię i nazwisko \(wymagane\)<\/label><input id="\1"/)
      expect(text).toMatch(/<legend[^>]*>Tematy<\/legend>/)
      expect(text).toContain('Zgadzam się na kontakt. (wymagane)')
      expect(text).toContain('Wyślij wiadomość</button>')
      expect(text).toContain('<p>Napisz do nas.</p>')
    }
  })

  test('are a link in AMP and in feeds (COMM-20)', async () => {
    const { text } = await portal.get(`/wp-json/amp/v2/post${PATHS.form}`)
    expect(text).toMatch(/<a href="https:[^"]*\/2026\/03\/formularz#formularz-wpcf7-f5[^"]*">Otwórz formularz<\/a>/)
    await expect(text).toBeValidAmp()
    expect((await portal.get('/api/feed/feed-gn')).text).toContain('/2026/03/formularz#formularz-wpcf7-f5')
  })

  test('with a file, or of another plugin, are links to where they work (COMM-20)', async () => {
    const { host } = new URL(wordpress.url)
    for (const path of [PATHS.file, PATHS.other]) {
      const { text } = await portal.get(path)
      expect(text).toContain(`href="${wordpress.url}${path}" rel="noopener">Otwórz formularz na stronie ${host}</a>`)
      expect(text).not.toMatch(/type="file"|name="glos"|action="\/api\/forms"/)
    }
  })

  test('are sent whole, with no field of others (COMM-21)', async () => {
    const { status, text } = await post(await wholeForm())
    expect([status, text]).toEqual([200, expect.stringContaining('Dziękujemy za wiadomość.')])
    const taken = await (await fetch(`${wordpress.url}/wp-json/test/v1/form`)).json()
    expect(taken).toMatchObject({
      _wpcf7: '5',
      'your-name': 'Ola <b>',
      'your-email': SECRET,
      dzial: 'Reklama',
      tematy: ['Kursy', 'Prawo'],
      'your-message': 'Dzień dobry, „żółć”',
      zgoda: '1',
    })
    expect(Object.keys(taken)).not.toContain('obce')
  })

  test('come back with the plugin’s messages by the fields and all that was entered (COMM-21)', async () => {
    const fields = (await wholeForm()).map(([name, value]): [string, string] => [
      name,
      name === 'f-your-name' ? '' : value,
    ])
    const { status, text } = await post(fields)
    expect([status, text]).toEqual([422, expect.stringContaining('Niektóre pola są błędne.')])
    expect(text).toMatch(
      /aria-invalid="true" aria-describedby="([^"]*)"[\s\S]*<p class="field-error" id="\1">Wypełnij to pole\.<\/p>/,
    )
    for (const kept of [`value="${SECRET}"`, 'value="2026-05-01"', 'Dzień dobry, „żółć”</textarea>'])
      expect(text).toContain(kept)
    expect(text).toMatch(/<option value="Reklama" selected="">/)
    expect(text.match(/checked=""/g)).toHaveLength(3)
    const spam = (await wholeForm()).map(([name, value]): [string, string] => [
      name,
      name === 'f-your-message' ? 'spam' : value,
    ])
    expect((await post(spam)).status).toBe(422)
  })

  test('are refused from elsewhere, unknown, too often, and by programs (COMM-21)', async () => {
    const form = await wholeForm()
    wordpress.forget()
    const foreign = await fetch(`${portal.url}/api/forms`, {
      method: 'POST',
      headers: { origin: 'https://zle.example' },
      body: new URLSearchParams(form.map((field) => [...field])),
    })
    expect(foreign.status).toBe(403)
    expect(
      (
        await post([
          ['article', PATHS.form],
          ['form', 'wpcf7-f6-p1-o1'],
        ])
      ).status,
    ).toBe(404)
    expect(
      (
        await post([
          ['article', PATHS.open],
          ['form', tagIn('')],
        ])
      ).status,
    ).toBe(404)
    const program = form.map(([name, value]): [string, string] => [name, name === 'website' ? 'x' : value])
    expect((await post(program)).text).toContain('Dziękujemy.')
    expect(wordpress.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    const empty: Array<[string, string]> = form.slice(0, 3)
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await post(empty, '203.0.113.9')).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })

  test('keep what was entered while WordPress is away, and leave no trace in the log (COMM-21)', async () => {
    const form = await wholeForm()
    await wordpress.refuse()
    const { status, text } = await post(form)
    expect([status, text]).toEqual([503, expect.stringContaining('Nie udało się wysłać formularza.')])
    expect(text).toContain('Dzień dobry, „żółć”</textarea>')
    await wordpress.accept()
    expect(JSON.stringify(portal.logs)).not.toMatch(/tajne\.example|Dzień dobry|198\.51\.100/)
  })
})
