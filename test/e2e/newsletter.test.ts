import type { Page, Route } from 'playwright-core'
import { type Site, startSite } from '../support/site.ts'

const HOME = '/'
const ADDED = 'Gratulacje! Twój e-mail został dodany.'
const NEUTRAL = 'Nie udało się. Spróbuj ponownie.'

let site: Site
beforeEach(async () => {
  site = await startSite()
}, 60_000)
afterEach(() => site.close())

const form = (page: Page) => page.locator('form.newsletter-form')
const button = (page: Page) => form(page).getByRole('button')
const email = (page: Page) => form(page).getByLabel('Adres e-mail')
const consent = (page: Page) => form(page).getByRole('checkbox')

async function fill(page: Page, address = 'ola@poczta.example'): Promise<void> {
  await email(page).fill(address)
  await consent(page).check()
}
const answerWith = (lists: object) => (route: Route) =>
  route.fulfill({ json: { code: 200, status: 'ok', response: lists } })

test('empty, then waiting, then all done: the words and what is locked', async () => {
  let release = (): void => {}
  let sent: unknown
  const page = await site.open(HOME)
  await page.route('**/api/sare/', async (route) => {
    sent = route.request().postDataJSON()
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  expect(await button(page).textContent()).toBe('ZAPISZ SIĘ')
  await fill(page)
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

test('both errors show when both fields are wrong; the first wrong one gets the focus, and nothing is sent', async () => {
  const page = await site.open(HOME)
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

test('what the provider says decides the words', async () => {
  for (const [lists, words, label] of [
    [{ imported: [{ status: 1 }] }, ADDED, 'ZAPISANO'],
    [{ updated: [{ status: 2 }] }, 'Gratulacje! Twój e-mail jest już dodany.', 'ZAPISANO'],
    [{ notUpdated: [{ status: '1' }] }, 'Gratulacje! Twój e-mail jest już dodany.', 'ZAPISANO'],
    [{ imported: [{ status: 0 }] }, NEUTRAL, 'ZAPISZ SIĘ'],
  ] as const) {
    const page = await site.open(HOME)
    await page.route('**/api/sare/', answerWith(lists))
    await fill(page)
    await button(page).click()
    await page.getByText(words).waitFor()
    expect([words, await button(page).textContent()]).toEqual([words, label])
    await page.close()
  }
})

test('a network that fails leaves a polite message and a form that can be sent again', async () => {
  const page = await site.open(HOME)
  await page.route('**/api/sare/', (route) => route.abort())
  await fill(page)
  await button(page).click()
  await page.getByText(NEUTRAL).waitFor()
  expect([await button(page).textContent(), await button(page).isEnabled(), await email(page).inputValue()]).toEqual([
    'ZAPISZ SIĘ',
    true,
    'ola@poczta.example',
  ])
  await page.unroute('**/api/sare/')
  await button(page).click()
  await page.getByText(ADDED).waitFor()
  await page.close()
})

test('a form whose script cannot be had posts itself', async () => {
  const page = await site.open(HOME, {
    prepare: (page) => page.route('**/newsletter-form*.js', (route) => route.abort()),
  })
  await fill(page)
  await button(page).click()
  await page.waitForURL('**/?newsletter=dodany#komunikat')
  expect(await page.locator('#komunikat').textContent()).toBe(ADDED)
  await page.close()
})

test('without a script the form posts, and its page says what came of it', async () => {
  const page = await site.open('/kategoria/edukacja', { context: { javaScriptEnabled: false } })
  await page.goto(`${site.origin()}/`)
  await fill(page)
  await button(page).click()
  expect(new URL(page.url()).search).toBe('?newsletter=dodany')
  const notice = page.getByRole('status').filter({ hasText: ADDED })
  expect(await notice.isVisible()).toBe(true)
  await page.close()
})

test('without a script the browser itself asks for address and consent', async () => {
  const page = await site.open(HOME, { context: { javaScriptEnabled: false } })
  await button(page).click()
  expect(page.url()).toBe(`${site.origin()}/`)
  expect(await form(page).getAttribute('novalidate')).toBeNull()
  await page.close()
})

test('the form in an article works as well, in one that was appended too', async () => {
  const path = '/2026/02/regula-72-w-pamieci'
  const page = await site.open(path, { service: 'bizblog' })
  await fill(page)
  await button(page).click()
  await page.getByText(ADDED).waitFor()
  await page.close()
})
