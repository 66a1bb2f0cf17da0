import type { IncomingMessage } from 'node:http'
import { JSDOM } from 'jsdom'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { plainLine } from '../../src/content/plain-line.ts'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { clip, type GiphyServer, giphyItem, startGiphy } from '../support/giphy-server.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { type SareServer, sareResponse, startSare } from '../support/sare-server.ts'

const KEY = 'tajnyKluczGiphy'
const ADDRESS = 'ola@poczta.example'
const ADDED = 'Gratulacje! Twój e-mail został dodany.'
const NEUTRAL = 'Nie udało się. Spróbuj ponownie.'
const NONE = 'Ten serwis nie zapisuje plików cookie i nie wymaga konta.'
const ALL = {
  GAM_NETWORK_CODE: '123',
  GA_MEASUREMENT_ID: 'G-TEST123',
  MARFEEL_ACCOUNT_ID: '1234',
  PUSH_SCRIPT_URL: 'https://push.example/sdk.js',
  AUDIENCE_SCRIPT_URL: 'https://audience.example/measure.js',
  COMMENTS_SCRIPT_URL: 'https://komentarze.example/js/embed.min.js',
}

let hub: HubServer
let giphy: GiphyServer
let sare: SareServer
let browser: TestBrowser
const running: PortalProcess[] = []
/** Requests that the provider's endpoint for views received. */
let received: IncomingMessage[] = []

/** The built server, started as an operator does. */
async function start(variables: Record<string, string>): Promise<PortalProcess> {
  const portal = await startProcess({ PAGE_CACHE: 'off', ...variables }, { preload: 'encoded-once.mjs' })
  running.push(portal)
  await portal.ready()
  return portal
}
const withHub = (more: Record<string, string> = {}) =>
  start({ CONTENT: 'hub', CMS_URL: hub.url, GIPHY_API_KEY: KEY, GIPHY_API_URL: giphy.url, ...sare.variables, ...more })

beforeAll(async () => {
  ;[hub, giphy, sare] = await Promise.all([startHub(), startGiphy(), startSare()])
  const isOwn = (url: URL) => url.origin === giphy.url || running.some(({ port }) => url.port === String(port))
  browser = await startBrowser(isOwn)
  giphy.on('/film.mp4', clip())
  giphy.on('/widziano', (request, response) => {
    received.push(request)
    response.writeHead(200, { 'set-cookie': 'sledzi=1; SameSite=None; Secure' }).end()
  })
})
beforeEach(() => {
  received = []
})
afterAll(async () => {
  await browser.close()
  await Promise.all([...running.map((portal) => portal.stop()), hub.close(), giphy.close(), sare.close()])
})

async function open(portal: PortalProcess, path: string, context?: BrowserContextOptions): Promise<Page> {
  const own = context && (await browser.context.browser()?.newContext({ serviceWorkers: 'block', ...context }))
  const page = await (own ?? browser.context).newPage()
  // Where a test failed, it is closed with the browser.
  if (own) page.on('close', () => void own.close().catch(() => {}))
  await page.goto(`http://127.0.0.1:${portal.port}${path}`, { waitUntil: 'load' })
  return page
}

let articles = 0

/** An article that consists of these blocks. */
function article(...blocks: object[]): string {
  articles += 1
  const path = `/2026/03/strona-${articles}`
  const json = { ID: articles, title: 'Artykuł', relative_link: path, publication_date: '2026-03-03T10:00:00+01:00' }
  hub.misbehave(`/wp-json/bb/v2/post${path}`, { body: JSON.stringify({ ...json, blocks }) })
  return path
}
const block = (blockName: string, attrs: object, innerHTML = '') => ({ blockName, attrs, innerHTML, innerBlocks: [] })
const gif = (id: string) => block('acf/giphy', { data: { id_gifa: id } })
const spacer = block('core/spacer', { height: '2400px' })
function item(id: string): void {
  const analytics = { onload: { url: `${giphy.url}/widziano?analytics_response_payload=e%3D${id}&action_type=SEEN` } }
  const original = { mp4: `${giphy.url}/film.mp4?${id}`, width: 300, height: 200 }
  giphy.on(`/v1/gifs/${id}?`, giphyItem({ original }, id, { analytics }))
}
const grant = (page: Page, consent: boolean) =>
  page.evaluate((detail) => dispatchEvent(new CustomEvent('szpalta:consent', { detail })), { consent })
const settle = (page: Page) => page.waitForTimeout(800)
const show = (page: Page, nth: number) => page.locator('.player').nth(nth).scrollIntoViewIfNeeded()

describe('the newsletter provider', () => {
  let portal: PortalProcess
  let form: string
  beforeAll(async () => {
    portal = await withHub()
    form = article(block('acf/newsletter', { data: {} }))
  })

  const blocked = { status: 200, body: sareResponse({ blocked: [{ email: ADDRESS, status: 0, why: `${ADDRESS} x` }] }) }
  const fill = async (page: Page): Promise<void> => {
    await page.getByLabel('Adres e-mail').fill(ADDRESS)
    await page.getByRole('checkbox').check()
    await page.locator('form.newsletter-form').getByRole('button').click()
  }

  test('NEWS-4: its response is forwarded without the e-mail address, and a blocked one is 200', async () => {
    sare.reply = blocked
    const reply = await portal.ask('/api/sare/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADDRESS, consent: true }),
    })
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      200,
      {
        outcome: 'failed',
        message: NEUTRAL,
        code: 200,
        status: 'ok',
        response: { error: [], blocked: [{ status: 0, why: ' x' }], notUpdated: [], updated: [], imported: [] },
      },
    ])
    expect(sare.forwarded.at(-1)).toMatchObject({ key: 'tajny-klucz', body: { emails: [{ email: ADDRESS }] } })
  })

  test.each([
    ['with a script', true],
    ['without one', false],
  ])('NEWS-7, NEWS-10: the page shows the outcome as text, %s', async (_name, javaScriptEnabled) => {
    for (const [reply, words] of [
      [blocked, NEUTRAL],
      [{ status: 200, body: sareResponse({ imported: [{ email: ADDRESS, status: '1' }] }) }, ADDED],
    ] as const) {
      sare.reply = reply
      const page = await open(portal, form, { javaScriptEnabled })
      await fill(page)
      await page.getByText(words).waitFor()
      expect(new URL(page.url()).search).toBe(
        javaScriptEnabled ? '' : `?newsletter=${words === ADDED ? 'dodany' : 'blad'}`,
      )
      await page.close()
    }
  })

  test('no log line contains the e-mail address', () => {
    expect(portal.output).not.toContain(ADDRESS)
  })
})

describe('Giphy', () => {
  let portal: PortalProcess
  beforeAll(async () => {
    portal = await withHub()
  })

  test('GIF-9: it receives one report per item and page view, when the item is visible, and nothing about the reader', async () => {
    for (const id of ['widok1', 'widok2']) item(id)
    const page = await open(portal, article(spacer, gif('widok1'), spacer, gif('widok2'), spacer, gif('widok1')))
    await settle(page)
    expect(received).toEqual([])
    await show(page, 0)
    await settle(page)
    await show(page, 1)
    await settle(page)
    for (const nth of [2, 0, 1]) await show(page, nth).then(() => settle(page))
    const urls = received.map(({ url }) => url)
    expect(urls).toEqual(
      ['widok1', 'widok2'].map((id) =>
        expect.stringMatching(
          new RegExp(`^/widziano\\?analytics_response_payload=e%3D${id}&action_type=SEEN&ts=\\d{13}$`),
        ),
      ),
    )
    for (const { method, headers } of received) {
      expect([method, headers.cookie, headers.referer]).toEqual(['GET', undefined, undefined])
    }
    expect(JSON.stringify([urls, await page.content()])).not.toContain(KEY)
    // Back from the back/forward cache.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await settle(page)
    expect(received).toHaveLength(3)
    await page.close()
  })

  test('GIF-9: in consent mode it receives reports only while consent is granted', async () => {
    item('zgoda1')
    item('zgoda2')
    const waiting = await withHub({ CONSENT_MODE: 'cmp' })
    const page = await open(waiting, article(gif('zgoda1'), spacer, gif('zgoda2')))
    await settle(page)
    expect(received).toEqual([])
    await grant(page, true)
    await settle(page)
    expect(received.map(({ url }) => url)).toEqual([expect.stringContaining('zgoda1')])
    await grant(page, false)
    await show(page, 1)
    await settle(page)
    expect(received).toHaveLength(1)
    await page.close()
  })

  test('GIF-4, GIF-6: an item that is not shown has its reason and a link in its block', async () => {
    const says = (id: string, status: number, body: object) =>
      giphy.on(`/v1/gifs/${id}?`, (_request, response) => void response.writeHead(status).end(JSON.stringify(body)))
    says('zakaz12', 403, { meta: { msg: 'This content is not available in your location' } })
    says('limit12', 429, { meta: { msg: 'API rate limit exceeded <script>alert(1)</script>' } })
    says('cisza12', 500, {})
    giphy.on('/v1/gifs/dorosly1?', giphyItem({ original: { mp4: `${giphy.url}/film.mp4` } }, 'x', { rating: 'r' }))
    const path = article(gif('zakaz12'), gif('limit12'), gif('cisza12'), gif('dorosly1'))
    const page = await open(portal, path)
    const problems = page.locator('.embed-problem')
    const words = [
      'Serwis Giphy nie udostępnia tej treści w tej lokalizacji. This content is not available in your location',
      'Nie udało się pobrać treści z serwisu Giphy. API rate limit exceeded <script>alert(1)</script>',
      'Nie udało się pobrać treści z serwisu Giphy. Error fetching',
      'Nie pokazujemy tej animacji: jej kategoria wiekowa jest wyższa niż PG-13.',
    ]
    expect((await problems.allTextContents()).map((text) => text.trim())).toEqual(words)
    expect(await page.locator('.article-body video').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Pokaż treść z Giphy' }).count()).toBe(3)
    const links = page.getByRole('link', { name: 'Otwórz w serwisie Giphy' })
    expect(await links.last().getAttribute('href')).toBe('https://giphy.com/gifs/dorosly1')
    expect(await links.count()).toBe(4)
    await page.close()

    const amp = (await portal.ask(`/wp-json/amp/v2/post${path}`)).text
    const { document } = new JSDOM(amp).window
    expect([...(await ampProblems(amp)), ...unvalidatedProblems(document)]).toEqual([])
    expect([...document.querySelectorAll('.embed-box p')].map((p) => p.textContent?.trim())).toEqual(words)
    expect(amp).not.toContain('amp-anim')
  })

  test('GIF-9: the policy allows it only where it is configured', async () => {
    const policyOf = async (of: PortalProcess) => String((await of.ask('/')).headers['content-security-policy'])
    expect(/connect-src ([^;]*)/.exec(await policyOf(portal))?.[1]).toBe(
      `'self' https://giphy-analytics.giphy.com https://pingback.giphy.com ${giphy.url}`,
    )
    expect(await policyOf(await start({}))).toMatch(/connect-src 'self';/)
  })

  test('GIF-2: it is among the hosts of /metrics, and the log says when its breaker opens', async () => {
    const own = await withHub({ METRICS_TOKEN: 'tajny-token', GIPHY_API_URL: giphy.url })
    giphy.on('/v1/gifs/wisi', () => {})
    await own.ask(article(gif('wisi12'), gif('wisi34')))
    const { host } = new URL(giphy.url)
    const states = own.lines().flatMap((line) => (line.msg === 'breaker' && line.host === host ? [line.state] : []))
    expect(states).toEqual(['closed', 'open'])
    const { text } = await own.ask('/metrics', { headers: { authorization: 'Bearer tajny-token' } })
    expect(text).toMatch(new RegExp(`szpalta_upstream_\\w+\\{[^}]*host="${host.replaceAll('.', '\\.')}"`))
  })
})

describe('the cookie notice', () => {
  const PATHS = ['/', '/2026/02/blockchain-skrot-blok-lancuch', '/kategoria/edukacja', '/polityka-prywatnosci']
  const AMP = '/wp-json/amp/v2/post/2026/02/blockchain-skrot-blok-lancuch'
  const noticeOf = async (portal: PortalProcess, path: string, host = 'akademia.localhost') => {
    const { text } = await portal.ask(path, { headers: { host } })
    const { document } = new JSDOM(text).window
    const notice = [...document.querySelectorAll('footer p')].find((p) => /cookie|konta/.test(p.textContent ?? ''))
    const links = [...(notice?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    return { text, notice: notice?.textContent?.trim() ?? '', links, document }
  }

  test('CONS-1: nothing configured, nothing stored: on every page, static ones and AMP too', async () => {
    const portal = await start({})
    for (const path of [...PATHS, '/nie-ma', '/search?s=klucz', AMP]) {
      expect([path, (await noticeOf(portal, path)).notice]).toEqual([path, NONE])
    }
  })

  test('CONS-3, CONS-4: it names everything that is configured, per service (CONS-6)', async () => {
    const portal = await start({ ...ALL, GIPHY_API_KEY: KEY })
    for (const path of PATHS) {
      const { notice, links } = await noticeOf(portal, path)
      expect([path, links]).toEqual([path, ['/prywatnosc-i-pliki-cookie', '/polityka-prywatnosci']])
      expect(notice).toMatch(
        /: reklamy, pomiar oglądalności, powiadomienia, komentarze i treści osadzone \(animacje z Giphy\)\. Mogą/,
      )
      expect(notice).toMatch(/w ustawieniach przeglądarki\. Więcej: Prywatność i pliki cookie, Polityka prywatności\.$/)
    }
    // Plus has no advertising.
    expect((await noticeOf(portal, '/', 'plus.localhost')).notice).toMatch(/partnerów: pomiar oglądalności, pow/)
    const amp = await noticeOf(portal, AMP)
    expect(amp.notice).toMatch(/partnerów: reklamy i pomiar oglądalności\. /)
    expect(amp.document.querySelector('footer a[href="/polityka-prywatnosci"]')).not.toBeNull()
    expect([...(await ampProblems(amp.text)), ...unvalidatedProblems(amp.document)]).toEqual([])
  })

  test('CONS-6: the newsroom’s policy says what is off as distributed, and that the footer says what is on', async () => {
    for (const portal of [await start({}), await start({ ...ALL, CONSENT_MODE: 'cmp' })]) {
      const { document } = await noticeOf(portal, '/polityka-prywatnosci')
      const text = plainLine(document.querySelector('main')?.textContent ?? '')
      for (const words of ['są w ustawieniach domyślnych wyłączone', 'mówi nota w stopce każdej strony'])
        expect([words, text.includes(words)]).toEqual([words, true])
    }
  })

  test('CONS-4, CONS-5: with a consent platform, its dialogue changes the decision', async () => {
    const portal = await start({ ...ALL, CONSENT_MODE: 'cmp' })
    expect((await noticeOf(portal, '/')).notice).toMatch(
      /Tylko za Twoją zgodą wczytuje.* i także wymagają zgody\..* Zmień zgodę\. Więcej: Prywatność i pliki cookie, Polityka prywatności\.$/,
    )
    const page = await open(portal, '/')
    const change = page.getByRole('contentinfo').getByRole('link', { name: 'Zmień zgodę' })
    // Without a platform there is a link instead.
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /start-/.test(name)))
    await settle(page)
    await change.click()
    await page.waitForURL('**/prywatnosc-i-pliki-cookie#zgoda')
    await page.goBack()
    await settle(page)
    const platform = (responses: boolean) =>
      page.evaluate((responses) => {
        const commands: unknown[] = []
        Object.assign(window, {
          commands,
          __tcfapi: (...[command, version, callback]: [string, number, (data: object, isOk: boolean) => void]) => {
            commands.push([command, version])
            callback({}, command === 'displayConsentUi' && responses)
          },
        })
      }, responses)
    await platform(true)
    await change.click()
    expect(await page.evaluate(() => (window as unknown as { commands: unknown[] }).commands)).toContainEqual([
      'displayConsentUi',
      2,
    ])
    expect(new URL(page.url()).pathname).toBe('/')
    // A platform that does not support the command.
    await platform(false)
    await change.click()
    await page.waitForURL('**/prywatnosc-i-pliki-cookie#zgoda')
    expect(await page.locator('main').textContent()).toContain('Twój wybór')
    await page.close()

    const amp = await noticeOf(portal, AMP)
    expect(amp.document.querySelector('footer button')?.getAttribute('on')).toBe('tap:consent.prompt')
    expect([...(await ampProblems(amp.text)), ...unvalidatedProblems(amp.document)]).toEqual([])
  })
})
