import type { Page, Route } from 'playwright-core'
import { type OpenOptions, type Site, startSite } from '../support/site.ts'

const HOME = '/'
const ADDED = 'Gratulacje! Twój e-mail został dodany.'
const NEUTRAL = 'Nie udało się. Spróbuj ponownie.'

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: 'loopback' })
})
afterAll(() => site.close())

let clients = 0
/** Opens a page as another client than before, who may post five times a minute. */
async function open(path: string, { prepare, ...options }: OpenOptions = {}): Promise<Page> {
  const page = await site.open(path, {
    ...options,
    prepare: async (page) => {
      clients += 1
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${clients}` })
      await prepare?.(page)
    },
  })
  // Until the last block is drawn, the form may move away from the pointer.
  const isScripted = options.context?.javaScriptEnabled !== false
  if (isScripted) await page.waitForFunction(() => document.querySelector('.is-lazy') === null)
  return page
}

/** The first one: an article appended below may have another. */
const form = (page: Page) => page.locator('form.newsletter-form').first()
const button = (page: Page) => form(page).getByRole('button')
const email = (page: Page) => form(page).getByLabel('Adres e-mail')
const consent = (page: Page) => form(page).getByRole('checkbox')

let addresses = 0
/** An address that was never added. */
const newAddress = (): string => `czytelnik-${++addresses}@poczta.example`

async function fill(page: Page, address = newAddress()): Promise<void> {
  await email(page).fill(address)
  await consent(page).check()
}
const respondWith = (lists: object) => (route: Route) =>
  route.fulfill({ json: { code: 200, status: 'ok', response: lists } })

test('initial, sending and sent: the texts and the disabled controls (NEWS-12)', async () => {
  let release = (): void => {}
  let sent: unknown
  const page = await open(HOME)
  await page.route('**/api/sare/', async (route) => {
    sent = route.request().postDataJSON()
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  expect(await button(page).textContent()).toBe('ZAPISZ SIĘ')
  await fill(page, 'ola@poczta.example')
  await button(page).click()
  await page.getByRole('button', { name: 'ZAPISUJĘ' }).waitFor()
  const locked = async () => [
    await email(page).isDisabled(),
    await consent(page).isDisabled(),
    await button(page).isDisabled(),
  ]
  expect(await locked()).toEqual([true, true, true])
  expect(sent).toMatchObject({
    only_add_to_groups: false,
    update_on_duplicate: false,
    update_status_on_duplicate: true,
    send_confirmation: true,
    emails: [{ email: 'ola@poczta.example', comment: 'akademia', groups: [1] }],
  })
  release()
  await page.getByText(ADDED).waitFor()
  expect(await button(page).textContent()).toBe('ZAPISANO')
  expect(await locked()).toEqual([true, true, true])
  expect(page.url()).toBe(`${site.origin()}/`)
  await page.close()
})

test('the button keeps the focus, also after the Enter key, and the outcome is announced (A11Y-5)', async () => {
  const page = await open(HOME, { width: 360 })
  let release = (): void => {}
  await page.route('**/api/sare/', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  // A live region must exist before its text does: the accessibility tree of the browser shows whether it does.
  const status = form(page).locator('[role=status]')
  expect(await form(page).ariaSnapshot()).toContain('- status')
  const height = () => form(page).evaluate((element) => element.getBoundingClientRect().height)
  await fill(page)
  const before = await height()
  await email(page).press('Enter')
  await page.getByRole('button', { name: 'ZAPISUJĘ' }).waitFor()
  const hasFocus = () => button(page).evaluate((element) => element === document.activeElement)
  expect(await hasFocus()).toBe(true)
  await button(page).press('Enter')
  release()
  await page.getByText(ADDED).waitFor()
  expect([await hasFocus(), await status.textContent(), await height()]).toEqual([true, ADDED, before])
  await page.close()
})

describe('a double click sends once', () => {
  const countPosts = (page: Page): string[] => {
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    return posts
  }

  test.each([
    ['and then loads', (route: Route) => route.continue()],
    ['and then fails', (route: Route) => route.abort()],
  ])('while the form’s script is loading %s', async (_name, end) => {
    let release = (): void => {}
    const clicked = new Promise<void>((resolve) => {
      release = resolve
    })
    const page = await open(HOME, {
      prepare: (page) => page.route('**/newsletter-form*.js', (route) => clicked.then(() => end(route))),
    })
    const posts = countPosts(page)
    const problems: string[] = []
    await page.exposeFunction('problem', (words: string) => void problems.push(words))
    await form(page).evaluate((element) => {
      const { problem } = window as unknown as { problem(words: string): void }
      const note = () => {
        for (const { textContent } of element.querySelectorAll('.field-error')) if (textContent) problem(textContent)
      }
      new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
    })
    await fill(page)
    await button(page).dblclick()
    release()
    await page.getByText(ADDED).waitFor()
    expect([posts.length, problems]).toEqual([1, []])
    await page.close()
  })

  test('before the form shows that it is sending', async () => {
    const page = await open(HOME)
    const posts = countPosts(page)
    await fill(page)
    await page.waitForFunction(() => document.querySelector('.newsletter [data-live]'))
    await form(page).evaluate((element: HTMLFormElement) => {
      element.requestSubmit()
      element.requestSubmit()
    })
    await page.getByText(ADDED).waitFor()
    expect(posts).toHaveLength(1)
    await page.close()
  })
})

test('a request without a response is aborted after 15 seconds (NEWS-12)', async () => {
  const deadlines: number[] = []
  const page = await open(HOME, {
    prepare: async (page) => {
      await page.exposeFunction('deadline', (milliseconds: number) => void deadlines.push(milliseconds))
      // Runs a hundred times as fast.
      await page.addInitScript(() => {
        const timeout = AbortSignal.timeout.bind(AbortSignal)
        AbortSignal.timeout = (milliseconds) => {
          ;(window as unknown as { deadline(milliseconds: number): void }).deadline(milliseconds)
          return timeout(milliseconds / 100)
        }
      })
    },
  })
  await page.route('**/api/sare/', () => {})
  await fill(page)
  const sentAt = Date.now()
  await button(page).click()
  await page.getByText(NEUTRAL).waitFor({ timeout: 5000 })
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(150)
  expect(deadlines).toEqual([15_000])
  expect([await button(page).textContent(), await email(page).isEnabled()]).toEqual(['ZAPISZ SIĘ', true])
  await page.close()
})

test('both errors show when both fields are invalid; the first invalid one gets the focus, and nothing is sent (NEWS-2)', async () => {
  const page = await open(HOME)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await email(page).fill('ola@poczta')
  await button(page).click()
  await page.getByText('Nieprawidłowy adres e-mail').waitFor()
  expect(await page.getByText('Wymagane jest zaznaczenie zgody').isVisible()).toBe(true)
  expect(await email(page).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await email(page).getAttribute('aria-invalid')).toBe('true')
  expect(posts).toEqual([])
  await email(page).fill('ola@poczta.example')
  await button(page).click()
  expect(await page.getByText('Nieprawidłowy adres e-mail').count()).toBe(0)
  expect(await page.getByText('Wymagane jest zaznaczenie zgody').isVisible()).toBe(true)
  await page.close()
})

test.each([
  [{ imported: [{ status: 1 }] }, ADDED, 'ZAPISANO'],
  [{ updated: [{ status: 2 }] }, 'Gratulacje! Twój e-mail jest już dodany.', 'ZAPISANO'],
  [{ notUpdated: [{ status: '1' }] }, 'Gratulacje! Twój e-mail jest już dodany.', 'ZAPISANO'],
  [{ imported: [{ status: 0 }] }, NEUTRAL, 'ZAPISZ SIĘ'],
])('the outcome of the provider decides the text: %j', async (lists, words, label) => {
  const page = await open(HOME)
  await page.route('**/api/sare/', respondWith(lists))
  await fill(page)
  await button(page).click()
  await page.getByText(words).waitFor()
  expect(await button(page).textContent()).toBe(label)
  await page.close()
})

test('a network failure leaves a polite message and a form that can be sent again (NEWS-12)', async () => {
  const page = await open(HOME)
  await page.route('**/api/sare/', (route) => route.abort())
  await fill(page, 'ala@poczta.example')
  await button(page).click()
  await page.getByText(NEUTRAL).waitFor()
  expect([await button(page).textContent(), await button(page).isEnabled(), await email(page).inputValue()]).toEqual([
    'ZAPISZ SIĘ',
    true,
    'ala@poczta.example',
  ])
  await page.unroute('**/api/sare/')
  await button(page).click()
  await page.getByText(ADDED).waitFor()
  await page.close()
})

test('a form whose script fails to load submits natively (PERF-3)', async () => {
  const page = await open(HOME, {
    prepare: (page) => page.route('**/newsletter-form*.js', (route) => route.abort()),
  })
  await fill(page)
  await button(page).click()
  await page.waitForURL('**/?newsletter=dodany#komunikat')
  expect(await page.locator('#komunikat').textContent()).toBe(ADDED)
  await page.close()
})

test('without scripts the form submits, and its page shows the outcome (NEWS-10)', async () => {
  const page = await open('/kategoria/edukacja', { context: { javaScriptEnabled: false } })
  await page.goto(`${site.origin()}/`)
  await fill(page)
  await button(page).click()
  expect(new URL(page.url()).search).toBe('?newsletter=dodany')
  const notice = page.getByRole('status').filter({ hasText: ADDED })
  expect(await notice.isVisible()).toBe(true)
  await page.close()
})

test('without scripts the browser itself requires e-mail address and consent', async () => {
  const page = await open(HOME, { context: { javaScriptEnabled: false } })
  await button(page).click()
  expect(page.url()).toBe(`${site.origin()}/`)
  expect(await form(page).getAttribute('novalidate')).toBeNull()
  await page.close()
})

test('the form in an article works as well, also in an appended one', async () => {
  const path = '/2026/02/regula-72-w-pamieci'
  const page = await open(path, { service: 'bizblog' })
  await fill(page)
  await button(page).click()
  await page.getByText(ADDED).waitFor()
  await page.close()
})
