import type { Page } from 'playwright-core'
import { playGpt } from '../support/gpt-stand-in.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const FIRST = '/2026/02/blockchain-skrot-blok-lancuch'
const EMBEDS = '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html'
const PAGES = [
  ['/', 'akademia'],
  ['/', 'post'],
  ['/', 'plus'],
  ['/', 'rozrywka'],
  [FIRST, 'akademia'],
  [EMBEDS, 'post'],
  ['/kategoria/edukacja', 'akademia'],
  ['/kategoria/najnowsze/page/2', 'akademia'],
  ['/author/ida-korczyk', 'akademia'],
  ['/search?s=klucz', 'akademia'],
  ['/search', 'akademia'],
  ['/?newsletter=dodany', 'akademia'],
  ['/nie-ma', 'akademia'],
  ['/offline', 'akademia'],
] as const

let site: Site

/** Whether the policy is enforced: assigning HTML from a string throws. */
const isEnforced = (page: Page) =>
  page.evaluate(() => {
    try {
      document.createElement('p').innerHTML = '<b>x</b>'
      return false
    } catch (error) {
      return error instanceof TypeError
    }
  })
/** Violations that `isEnforced` itself causes. */
const isOurs = (violation: string): boolean => violation.includes('<b>x</b>')
const violations = () => site.errors.filter((error) => !isOurs(error))

describe('without third parties, text cannot become a script (SEC-33)', () => {
  beforeAll(async () => {
    site = await startSite()
  })
  beforeEach(() => {
    site.errors.length = 0
  })
  afterAll(() => site.close())

  // Side by side: none of them may violate anything.
  test.concurrent.each(PAGES)('%s of %s violates no rule of its policy, which is enforced', async (path, service) => {
    const page = await site.open(path, { service })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
    expect(await isEnforced(page)).toBe(true)
    expect(violations()).toEqual([])
    await page.close()
  })

  test('everything that a reader can do works, and violates no rule', async () => {
    const home = await site.open('/', { service: 'post' })
    await home.getByRole('switch', { name: 'Tryb ciemny' }).click()
    await home.getByRole('button', { name: 'Szukaj', exact: true }).click()
    await home.waitForFunction(() => document.querySelector('.search-panel [data-live]'))
    await home.locator('.search-panel input').fill('klucz')
    await home.locator('.search-panel [role=option]').first().waitFor()
    await home.keyboard.press('Escape')
    await home.close()

    const list = await site.open('/search?s=klucz')
    const before = await list.locator('main article').count()
    await list.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await list.waitForFunction((count) => document.querySelectorAll('main article').length > count, before)
    await list.close()

    const article = await site.open(FIRST)
    await article.locator('.gallery a').first().click()
    await article.getByRole('dialog').waitFor()
    await article.keyboard.press('Escape')
    await article.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await article.waitForFunction(() => document.querySelectorAll('[data-article]').length > 1)
    await article.close()

    const form = await site.open('/')
    await form.getByLabel('Adres e-mail').fill('ola@poczta.example')
    await form.locator('form.newsletter-form').getByRole('checkbox').check()
    await form.locator('form.newsletter-form').getByRole('button').click()
    await form.getByText('Gratulacje! Twój e-mail został dodany.').waitFor()
    await form.close()

    const embeds = await site.open(EMBEDS, { service: 'post' })
    await embeds.getByRole('button', { name: 'Pokaż treść z YouTube' }).click()
    await embeds.locator('iframe').waitFor()
    await embeds.close()

    const worker = await site.open('/', { context: { serviceWorkers: 'allow' } })
    await worker.evaluate(async () => void (await navigator.serviceWorker.ready))
    await worker.goto(`${site.origin()}${FIRST}`)
    // `waitForFunction` would take the promise of a match for a match.
    await until(() => worker.evaluate(async (path) => (await caches.match(path)) !== undefined, FIRST), Boolean)
    await worker.goto(`${site.origin()}/offline`)
    await worker.locator('[data-read] a').waitFor()
    await worker.close()
    expect(violations()).toEqual([])
  })

  test('a script that an attacker injects into a page does not run, and the check detects it (SEC-36)', async () => {
    const page = await site.open('/', {
      prepare: (page) =>
        page.route(`${site.origin()}/`, async (route) => {
          const response = await route.fetch()
          await route.fulfill({
            response: response,
            body: (await response.text()).replace('<main', `${INJECTED}<main`),
          })
        }),
    })
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as { hacked?: true }).hacked)).toBeUndefined()
    // The portal's own script still runs.
    await page.getByRole('button', { name: 'Szukaj', exact: true }).click()
    await page.waitForFunction(() => document.querySelector('.search-panel [data-live]'))
    expect(new Set(site.errors.map((error) => error.split(' ')[1]))).toEqual(
      new Set(['script-src-elem', 'script-src-attr', 'base-uri', 'style-src-elem', 'object-src']),
    )
    await page.close()
  })

  test('hostile keys in the props of a page or a response of an API reach no prototype', async () => {
    const keys = '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}'
    const hostile = (json: string): string => json.replaceAll('{', `{${keys},`).replaceAll(`${keys},}`, `${keys}}`)
    const page = await site.open('/search?s=klucz', {
      prepare: async (page) => {
        await page.route(/\/search/, async (route) => {
          const response = await route.fetch()
          const text = await response.text()
          const isJson = response.headers()['content-type']?.includes('json')
          const body = isJson
            ? hostile(text)
            : text.replaceAll(/data-props="([^"]*)"/g, (_all, props: string) => {
                const json = props.replaceAll('&quot;', '"')
                return `data-props="${hostile(json).replaceAll('"', '&quot;')}"`
              })
          await route.fulfill({ response: response, body })
        })
      },
    })
    const before = await page.locator('main article').count()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForFunction((count) => document.querySelectorAll('main article').length > count, before)
    expect(await page.evaluate(() => [document.body.outerHTML.includes('__proto__'), 'polluted' in {}])).toEqual([
      true,
      false,
    ])
    expect(violations()).toEqual([])
    await page.close()
  })

  test("only URLs of the portal's own scripts become scripts, whatever code assigns them", async () => {
    const page = await site.open('/')
    const outcomes = await page.evaluate(async () => {
      // Code that the browser's driver evaluates is exempt; code in a later task is not.
      await new Promise((resolve) => setTimeout(resolve))
      const tries = {
        'a script of another host': () =>
          Object.assign(document.createElement('script'), { src: 'https://x.example/' }),
        'a script of this host': () => Object.assign(document.createElement('script'), { src: '/marfeel.js' }),
        'a script made of text': () => Object.assign(document.createElement('script'), { text: 'hacked = true' }),
        'an inner document': () => Object.assign(document.createElement('iframe'), { srcdoc: '<script></script>' }),
        evaluation: () => Reflect.apply(Function, undefined, ['hacked = true'])(),
        'another policy': () =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
          ).trustedTypes.createPolicy('mine', {}),
      }
      return Object.entries(tries).map(([name, run]) => {
        try {
          run()
          return `${name}: let through`
        } catch {
          return `${name}: refused`
        }
      })
    })
    expect(outcomes.filter((outcome) => !outcome.endsWith(': refused'))).toEqual([])
    await page.close()
  })
})

/** Everything that would run, or change what runs, without a policy. */
const INJECTED = `<script>window.hacked = true</script><script src="/marfeel.js"></script>
<script src="https://zly.example/x.js"></script><script type="module">window.hacked = true</script>
<img src="/nie-ma.png" onerror="window.hacked = true"><svg onload="window.hacked = true"></svg>
<base href="https://zly.example/"><style>body{display:none}</style><object data="/nie-ma"></object>`

describe('with third parties', () => {
  test('their scripts run when ours insert them, and scripts in the HTML still do not', async () => {
    site = await startSite({ GA_MEASUREMENT_ID: 'G-TEST123', GAM_NETWORK_CODE: '9' })
    const settings = JSON.stringify({ consent: 'preset', pushScript: 'https://zly.example/push.js' })
    const page = await site.open(FIRST, {
      prepare: async (page) => {
        await playGpt(page)
        await page.route('https://www.googletagmanager.com/**', (route) =>
          route.fulfill({
            contentType: 'text/javascript',
            // As tags do: they insert a script of yet another host, and styles.
            body: `{ const s = document.createElement('script'); s.src = 'https://tag.example/more.js'
              document.head.append(s, Object.assign(document.createElement('style'), { textContent: 'x{}' })) }`,
          }),
        )
        await page.route('https://tag.example/**', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: 'window.cameAlong = true' }),
        )
        await page.route(`${site.origin()}${FIRST}`, async (route) => {
          const response = await route.fetch()
          const injected = `<script type="application/json" id="integrations">${settings}</script>
            <script src="https://www.googletagmanager.com/gtm.js?id=GTM-ZLY"></script><script>window.hacked = true</script>`
          await route.fulfill({
            response: response,
            body: (await response.text()).replace('<main', `${injected}<main`),
          })
        })
      },
    })
    await page.waitForFunction(() => (window as { cameAlong?: true }).cameAlong)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as { hacked?: true }).hacked)).toBeUndefined()
    expect(site.foreign.filter((url) => url.includes('zly') || url.includes('ZLY'))).toEqual([])
    expect(site.errors.map((error) => error.split(' ').slice(1, 4).join(' ')).sort()).toEqual([
      'script-src-elem refused https://www.googletagmanager.com/gtm.js?id=GTM-ZLY',
      'script-src-elem refused inline',
    ])
    await page.close()
    await site.close()
  })
})
