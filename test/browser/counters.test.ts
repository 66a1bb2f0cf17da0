import type { Page, Request } from 'playwright-core'
import { type Site, startSites } from '../support/site.ts'
import { until } from '../support/until.ts'

const ARTICLE = '/2026/05/pierwsza-wyplata-z-gieldy'
const ID = '94db1cb1-74f4-4a40-ad6c-962362670409'
const SETTINGS = {
  bare: { CONSENT_MODE: 'own' },
  plausible: { CONSENT_MODE: 'own', PLAUSIBLE_URL: 'https://plausible.example/' },
  umami: { CONSENT_MODE: 'preset', UMAMI_URL: 'https://umami.example', UMAMI_WEBSITE_ID: ID },
  matomo: { CONSENT_MODE: 'none', MATOMO_URL: 'https://matomo.example/liczby', MATOMO_SITE_ID: '7' },
  waiting: {
    CONSENT_MODE: 'own',
    MATOMO_URL: 'https://matomo.example',
    MATOMO_SITE_ID: '7',
    MATOMO_SITE_ID_PLUS: '8',
    GA_MEASUREMENT_ID: 'G-TEST123',
    PUSH_SCRIPT_URL: 'https://push.example/sdk.js',
  },
} as const
type Name = keyof typeof SETTINGS
const HOSTS = { plausible: 'plausible.example', umami: 'umami.example', matomo: 'matomo.example' } as const
const COUNTERS = Object.keys(HOSTS) as Array<keyof typeof HOSTS>

let sites: Record<Name, Site>
beforeAll(async () => {
  sites = await startSites(SETTINGS)
})
afterAll(async () => {
  for (const site of Object.values(sites)) await site.close()
})

interface Sent {
  url: string
  method: string
  body: string | null
  resource: string
  headers: Record<string, string>
}

/** Opens a page in a profile of its own, and waits a while after its views are reported. */
async function open(name: Name, path: string, more: { service?: string; signal?: boolean } = {}) {
  const sent: Sent[] = []
  const { service, signal = false } = more
  const page = await sites[name].open(path, {
    ...(service !== undefined && { service }),
    context: {},
    prepare: async (page) => {
      if (signal) await page.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })')
      page.on('request', (request: Request) => {
        const { host } = new URL(request.url())
        if (!host.includes('localhost') && !host.startsWith('127.0.0.1')) {
          sent.push({
            url: request.url(),
            method: request.method(),
            body: request.postData(),
            resource: request.resourceType(),
            headers: request.headers(),
          })
        }
      })
    },
  })
  await page.waitForTimeout(2500)
  return { page, sent }
}

const stored = async (page: Page) => ({
  cookies: (await page.context().cookies()).map(({ name }) => name),
  local: await page.evaluate(() => Object.keys(localStorage).sort()),
  session: await page.evaluate(() => Object.keys(sessionStorage).sort()),
})

test.each(COUNTERS)(
  '%s: requests of it alone before a choice, without a script, a question, cookies or storage (VIEW-8)',
  async (name) => {
    const bare = await open('bare', ARTICLE)
    const { page, sent } = await open(name, ARTICLE)
    const hosts = [...new Set(sent.map(({ url }) => new URL(url).host))]
    console.info(`${name}: ${sent.length} requests before a choice, of ${hosts.join(', ')}`)
    expect(hosts).toEqual([HOSTS[name]])
    expect(bare.sent).toEqual([])
    expect(sent.map(({ resource }) => resource)).not.toContain('script')
    for (const { headers } of sent)
      expect([headers.cookie, headers.referer || undefined]).toEqual([undefined, undefined])
    const { cookies, ...storages } = await stored(page)
    expect([cookies, storages]).toEqual([[], (({ cookies: _, ...rest }) => rest)(await stored(bare.page))])
    expect(await page.locator('#cc-main, [role=dialog]').count()).toBe(0)
    expect(sites[name].errors).toEqual([])
    await page.close()
    await bare.page.close()
  },
)

test('each has a view in the form that it documents (VIEW-8)', async () => {
  const urlOf = (page: Page) => new URL(ARTICLE, page.url()).href
  const plausible = await open('plausible', `${ARTICLE}?utm_source=x`)
  expect(plausible.sent[0]?.url).toBe('https://plausible.example/api/event')
  expect(JSON.parse(plausible.sent[0]?.body ?? '{}')).toEqual({
    name: 'pageview',
    domain: '127.0.0.1',
    url: urlOf(plausible.page),
    referrer: null,
  })
  const umami = await open('umami', ARTICLE)
  const view = umami.sent.find(({ method }) => method === 'POST')
  // The host refuses the browser's question before it: what would be sent is read there.
  expect([...new Set(umami.sent.map(({ url }) => url))]).toEqual(['https://umami.example/api/send'])
  if (view?.body) expect(JSON.parse(view.body)).toMatchObject({ type: 'event', payload: { website: ID, url: ARTICLE } })
  const matomo = await open('matomo', ARTICLE)
  const query = new URL(matomo.sent[0]?.url ?? '')
  expect([query.pathname, query.searchParams.get('idsite'), query.searchParams.get('url')]).toEqual([
    '/liczby/matomo.php',
    '7',
    urlOf(matomo.page),
  ])
  for (const { page } of [plausible, umami, matomo]) await page.close()
})

test('a service has its own site there; what needs consent still waits, and the question does not name it (VIEW-8)', async () => {
  const { page, sent } = await open('waiting', '/', { service: 'plus' })
  expect([...new Set(sent.map(({ url }) => new URL(url).host))]).toEqual(['matomo.example'])
  expect(new URL(sent[0]?.url ?? '').searchParams.get('idsite')).toBe('8')
  const dialog = page.locator('#cc-main')
  await until(
    () => dialog.count(),
    (count) => count > 0,
  )
  expect(await dialog.textContent()).not.toContain('Matomo')
  await page.close()
})

test('Global Privacy Control is a refusal (VIEW-8)', async () => {
  const { page, sent } = await open('matomo', ARTICLE, { signal: true })
  expect(sent).toEqual([])
  await page.close()
})

test('notice, page on privacy and security policy name it, and the policy opens for nothing else (VIEW-8)', async () => {
  const bare = await sites.bare.portal.get('/')
  const { text, headers } = await sites.plausible.portal.get('/')
  expect(text).toContain('Odsłony liczy Plausible Analytics (plausible.example), bez plików cookie')
  const [before, after] = [bare, { headers }].map((one) => String(one.headers['content-security-policy']))
  expect(after?.replace(' https://plausible.example', '')).toBe(before)
  const privacy = await sites.plausible.portal.get('/prywatnosc-i-pliki-cookie')
  expect(privacy.text).toContain('<h2>Liczenie odsłon bez plików cookie</h2>')
  expect((await sites.bare.portal.get('/prywatnosc-i-pliki-cookie')).text).not.toContain('Liczenie odsłon')
})
