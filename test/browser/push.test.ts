import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { objections } from '../support/axe.ts'
import { newVapidKeys } from '../support/push-service.ts'
import { type Site, startSite } from '../support/site.ts'

const { publicKey, privateKey } = newVapidKeys()
const file = join(tmpdir(), `push-browser-${process.pid}`, 'push.sqlite')
const KEYS = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:redakcja@gazeta.example',
  PUSH_FILE: file,
}

let site: Site
beforeAll(async () => {
  site = await startSite(KEYS)
})
afterAll(async () => {
  await site.close()
  await rm(join(file, '..'), { recursive: true, force: true })
})

const place = (page: Page) => page.getByRole('complementary', { name: 'Powiadomienia' })

/** Counts questions for permission, and answers them. */
async function answering(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript((answer) => {
    let now: NotificationPermission = 'default'
    Object.assign(window, { questions: 0 })
    Object.defineProperty(Notification, 'permission', { get: () => now })
    Notification.requestPermission = async () => {
      Object.assign(window, { questions: Reflect.get(window, 'questions') + 1 })
      now = answer
      return answer
    }
  }, permission)
}
const questions = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'questions'))

test.each([360, 768, 1280])('PUSH-12: the place to turn notifications on fits, at %i pixels', async (width) => {
  const page = await site.open('/obserwuj', { width, context: {} })
  await place(page).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await objections(page, { within: '.push' })).toEqual([])
  await page.close()
})

test('PUSH-12: before the click there is no question and no request, and a refusal is explained', async () => {
  const requested: string[] = []
  const page = await site.open('/obserwuj', {
    width: 1280,
    context: {},
    prepare: async (opened) => {
      await answering(opened, 'denied')
      opened.on('request', (request) => requested.push(new URL(request.url()).pathname))
    },
  })
  await place(page).waitFor()
  await place(page).scrollIntoViewIfNeeded()
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/push-/.test(name)))
  expect([await questions(page), requested.filter((path) => path.startsWith('/api/push'))]).toEqual([0, []])
  await place(page).getByRole('button', { name: 'Włącz powiadomienia' }).click()
  await place(page).getByText('są zablokowane w ustawieniach przeglądarki').waitFor()
  expect(await questions(page)).toBe(1)
  await page.close()
})

test('PUSH-12: pages without the place load nothing of it', async () => {
  const requested: string[] = []
  const page = await site.open('/', {
    width: 1280,
    context: {},
    prepare: async (opened) => {
      await answering(opened, 'granted')
      opened.on('request', (request) => requested.push(new URL(request.url()).pathname))
    },
  })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.waitForLoadState('networkidle')
  expect(requested.filter((path) => /push/.test(path))).toEqual([])
  expect(await questions(page)).toBe(0)
  await page.close()
})
