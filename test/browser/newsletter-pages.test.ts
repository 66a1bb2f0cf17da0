import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { seriousProblems } from '../support/axe.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const EMAIL = 'ola@poczta.example'
const letters: Array<{ to: string; text: string; html: string }> = []

let mailServer: SMTPServer
let site: Site
beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void simpleParser(stream).then(({ text = '', html }) => {
        letters.push({ to: envelope.rcptTo[0]?.address ?? '', text, html: String(html) })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  const place = mailServer.server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  site = await startSite({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'redakcja@gazeta.example' })
})
afterAll(async () => {
  await site.close()
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))
})

const linkIn = (text: string, kind: string): string =>
  new RegExp(`/newsletter/${kind}/[\\w-]{22}`).exec(text)?.[0] ?? ''

const lettersTo = (email: string, count: number) =>
  until(
    () => letters.filter(({ to }) => to === email),
    (some) => some.length >= count,
  )

/** Subscribes without the form. Each reader is another client: one may post five times a minute. */
const post = (email: string) =>
  fetch(`${site.portal.url}/api/sare/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${count}` },
    body: JSON.stringify({ email, consent: true }),
  })

let count = 0
/** Links of a reader of their own, who is confirmed. */
async function reader(): Promise<{ unsubscribe: string; preferences: string }> {
  count += 1
  const email = `czytelnik-${count}@poczta.example`
  const response = await post(email)
  expect(response.status).toBe(200)
  const [confirm] = await lettersTo(email, 1)
  await fetch(site.portal.url + linkIn(confirm?.text ?? '', 'potwierdz'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })
  const [, welcome] = await lettersTo(email, 2)
  return {
    unsubscribe: linkIn(welcome?.text ?? '', 'wypisz'),
    preferences: linkIn(welcome?.text ?? '', 'ustawienia'),
  }
}

test('A11Y-13: in both themes, at 320 and 1280 pixels, without a serious problem and without a sideways scroll', async () => {
  const { unsubscribe, preferences } = await reader()
  const paths = [
    unsubscribe,
    preferences,
    `${preferences}?zapisano=1`,
    `${preferences}/usun`,
    `/newsletter/wypisz/${'A'.repeat(22)}`,
  ]
  for (const service of ['akademia', 'post']) {
    const page = await site.open(paths[0] ?? '', { service, context: { reducedMotion: 'reduce' } })
    for (const path of paths) {
      await page.goto(site.origin(service) + path)
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        // The dark theme changes colours alone.
        for (const [colorScheme, rules] of [
          ['light', 'all'],
          ['dark', 'colours'],
        ] as const) {
          await page.emulateMedia({ colorScheme })
          expect([path, width, colorScheme, await seriousProblems(page, rules)]).toEqual([path, width, colorScheme, []])
        }
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect([path, width, excess]).toEqual([path, width, 0])
      }
    }
    await page.close()
  }
  expect(site.errors).toEqual([])
})

test('A11Y-13, NEWS-22: preferences and erasure work by keyboard, without JavaScript', async () => {
  const { preferences } = await reader()
  const page = await site.open(preferences, { context: { javaScriptEnabled: false } })
  const focused = async (): Promise<string> =>
    (
      await page.locator(':focus').evaluate((element) => element.textContent || element.getAttribute('value') || '')
    ).trim()
  const tabTo = async (name: string): Promise<void> => {
    for (let tabs = 0; tabs < 20; tabs++) {
      await page.keyboard.press('Tab')
      if ((await focused()) === name) return
    }
    throw new Error(`no way by keyboard to ${name}`)
  }
  expect(await page.getByRole('group', { name: 'Które newslettery chcesz dostawać?' }).count()).toBe(1)
  expect(await page.getByRole('checkbox', { name: 'Akademia' }).isChecked()).toBe(true)
  await tabTo('Zapisz ustawienia')
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('status').textContent()).toBe('Ustawienia zapisane.')
  await tabTo('Usuń moje dane')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Usunąć Twoje dane?' }).waitFor()
  await tabTo('Usuwam moje dane')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dane usunięte' }).waitFor()
  await page.goto(site.origin() + preferences)
  await page.getByRole('heading', { name: 'Ten link już nie działa' }).waitFor()
  await page.close()
})

test('NEWS-20: the page unsubscribes by its button; the page before it does not', async () => {
  const { unsubscribe } = await reader()
  const page = await site.open(unsubscribe)
  expect(await page.getByText(/czytelnik-\d/).count()).toBe(0)
  await page.getByRole('button', { name: 'Wypisuję się' }).click()
  await page.getByRole('heading', { name: 'Wypisano z newslettera' }).waitFor()
  await page.close()
})

test('NEWS-16: the form says to look into the mailbox, for a new address and for a known one', async () => {
  for (let times = 0; times < 2; times++) {
    const page = await site.open('/')
    const form = page.locator('form.newsletter-form')
    await form.getByLabel('Adres e-mail').fill(EMAIL)
    await form.getByRole('checkbox').check()
    await form.getByRole('button').click()
    await page.getByText('Sprawdź skrzynkę: wysłaliśmy wiadomość, która mówi, co dalej.').waitFor()
    await page.close()
  }
})

test('A11Y-13, FONT-4: these pages have the fonts of the site, also for who has seen none of it before', async () => {
  const { unsubscribe, preferences } = await reader()
  for (const path of [unsubscribe, preferences, `/newsletter/potwierdz/${'A'.repeat(22)}`]) {
    const { headers } = await fetch(site.portal.url + path)
    const urls = [...(headers.get('link') ?? '').matchAll(/<([^>]+\.woff2)>; rel=preload; as=font/g)].map(
      ([, url = '']) => url,
    )
    expect(urls.length).toBeGreaterThanOrEqual(2)
    for (const url of urls) {
      const font = await fetch(site.portal.url + url)
      expect([url, font.status, font.headers.get('content-type')]).toEqual([url, 200, 'font/woff2'])
    }
  }
  const requested: string[] = []
  const page = await site.open(unsubscribe, {
    context: {},
    prepare: async (page) => page.on('request', (request) => void requested.push(request.url())),
  })
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  // Each once: what the header names is what the style sheet uses.
  const fonts = requested.filter((url) => url.endsWith('.woff2'))
  expect(fonts.length).toBe(new Set(fonts).size)
  expect(await page.evaluate(() => document.fonts.check('800 40px "Bricolage Grotesque"'))).toBe(true)
  await page.close()
})
