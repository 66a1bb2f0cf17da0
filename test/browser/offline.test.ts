import { cp, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import type { Page } from 'playwright-core'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

const READ = '/2026/02/blockchain-skrot-blok-lancuch'
const ALSO_READ = '/2026/02/fraza-bip39-w-liczbach'
const UNREAD = '/2026/02/klucz-prywatny-i-adres'
const WITHDRAWN = '/2026/04/co-naprawde-przechowuje-portfel'
const OFFLINE = 'Brak połączenia'
const TOKEN = 'sekret-czyszczenia-0123456789'

/** A proxy in front of the portal that can be closed and reopened, as a network goes down and up. */
class Network {
  #server: Server | undefined
  #sockets = new Set<Socket>()
  port = 0

  async connect(target: number): Promise<void> {
    const server = createServer((socket) => {
      const far = connect(target, '127.0.0.1')
      for (const end of [socket, far]) {
        this.#sockets.add(end)
        end.on('error', () => {}).on('close', () => this.#sockets.delete(end))
      }
      socket.pipe(far).pipe(socket)
    })
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async disconnect(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

const network = new Network()
const errors: string[] = []
let portal: TestPortal
let browser: TestBrowser
let page: Page
let origin: string
let newsroom: string

beforeAll(async () => {
  newsroom = await mkdtemp(join(tmpdir(), 'newsroom-'))
  await cp(join(ROOT, 'newsroom'), newsroom, { recursive: true })
  portal = await startTestPortal({ NEWSROOM_DIR: newsroom, PURGE_TOKEN: TOKEN })
  await network.connect(portal.port)
  origin = `http://127.0.0.1:${network.port}`
  browser = await startBrowser((url) => url.port === String(network.port), [], 'allow')
  page = await browser.context.newPage()
  page.on('pageerror', (error) => errors.push(`${page.url()} ${error.message}`))
})
afterAll(async () => {
  await browser.close()
  await network.disconnect()
  await portal.close()
  await rm(newsroom, { recursive: true })
})

const isKept = (path: string) => page.evaluate(async (key) => (await caches.match(key)) !== undefined, path)
const keptArticles = () =>
  page.evaluate(async () =>
    (await (await caches.open('articles')).keys()).map((request) => new URL(request.url).pathname),
  )

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await isSo()); ) {
    if (Date.now() > end) throw new Error(`not within ten seconds: ${isSo}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function read(path: string): Promise<void> {
  await page.goto(origin + path)
  await until(() => isKept(path))
}

/** Without the network and without the HTTP cache of the browser. */
async function goOffline(): Promise<void> {
  const session = await browser.context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await network.disconnect()
}

test('the first article of a visit is cached with its image; caches of an earlier release are deleted', async () => {
  await page.goto(`${origin}/offline`)
  await page.evaluate(() => caches.open('shell-of-yesterday'))
  await read(READ)
  const hero = await page.locator('.hero img').evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  await until(() => isKept(hero))
  const names = await page.evaluate(() => caches.keys())
  expect(names.filter((name) => name.startsWith('shell-'))).toEqual([expect.stringMatching(/^shell-[0-9a-f]{8}$/)])
  expect(names).not.toContain('shell-of-yesterday')
})

test('the scripts of an article’s buttons are cached once a reader uses an article', async () => {
  const parts = () =>
    page.evaluate(async () => {
      const [shell = ''] = (await caches.keys()).filter((name) => name.startsWith('shell-'))
      const files = await (await caches.open(shell)).keys()
      return files.flatMap(({ url }) => /\/assets\/(market-banner|share|tooltips)-\w{8}\.js$/.exec(url)?.[1] ?? [])
    })
  expect(await parts()).toEqual([])
  await page.keyboard.press('Tab')
  await until(async () => (await parts()).length === 3)
})

test('an image is cached in the format that pages show, AVIF once it is encoded', async () => {
  const imageFile = await page.locator('.hero img').evaluate((image: HTMLImageElement) => image.currentSrc)
  await until(() =>
    page.evaluate(async (imageFile) => {
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ image: imageFile })
      const kept = await caches.match(new URL(imageFile).pathname)
      return kept?.headers.get('content-type') === 'image/avif'
    }, imageFile),
  )
})

test('lists, search, fragments, APIs and failed responses are not cached (OFFLINE-2)', async () => {
  for (const path of ['/', '/kategoria/edukacja', '/search?s=klucz'])
    await page.goto(origin + path, { waitUntil: 'load' })
  const refused = ['/search?s=klucz', `/fragment${UNREAD}`, '/api/getScrollPosts', '/nie-ma-takiej', `/amp${UNREAD}`]
  await page.evaluate(async (urls) => {
    const { active } = await navigator.serviceWorker.ready
    for (const article of [...urls, 'https://example.com/', 7]) active?.postMessage({ article })
  }, refused)
  await read(ALSO_READ)
  expect(await keptArticles()).toEqual([READ, ALSO_READ])
})

test('an article is cached under the URL that it was opened by, even when a further one is in view', async () => {
  const first = '/2026/10/nft-czym-jest-erc-721'
  const other = await page.context().newPage()
  await other.addInitScript(() => {
    addEventListener('load', () => history.replaceState(null, '', '/2026/07/gas-i-oplaty-w-ethereum'))
  })
  await other.goto(origin + first)
  await until(() => isKept(first))
  expect(await isKept('/2026/07/gas-i-oplaty-w-ethereum')).toBe(false)
  await other.close()
  await page.evaluate(async (key) => (await caches.open('articles')).delete(key), first)
})

test('offline, a read article opens with styles, type and image; an unread one says so and lists the read ones (OFFLINE-1, OFFLINE-2)', async () => {
  await goOffline()
  await page.goto(origin + READ)
  expect(await page.locator('h1').textContent()).toContain('Blockchain')
  expect(await page.locator('.article-body p').count()).toBeGreaterThan(3)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper'))).not.toBe('')
  await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.hero img')?.naturalWidth ?? 0) > 0)

  await page.goto(origin + UNREAD)
  expect(page.url()).toBe(origin + UNREAD)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(OFFLINE)
  expect(await page.locator('main').count()).toBe(1)
  await page.waitForFunction(() => [...document.fonts].some((font) => font.status === 'loaded'))
  const links = page.locator('[data-read] a')
  await links.first().waitFor()
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([ALSO_READ, READ])

  for (const path of ['/', '/kategoria/edukacja', '/search?s=klucz']) {
    await page.goto(origin + path)
    expect([path, await page.getByRole('heading', { level: 1 }).textContent()]).toEqual([path, OFFLINE])
  }
  await page.getByRole('link', { name: /Blockchain/ }).click()
  await page.waitForURL(origin + READ)
  expect(await page.locator('.article-body').isVisible()).toBe(true)
})

test('offline, the buttons of an article work that were not used before (OFFLINE-2)', async () => {
  await page.goto(origin + READ)
  await page.getByRole('button', { name: 'Udostępnij' }).click()
  await until(async () => (await page.locator('.share [role=status]').first().textContent()) !== '')
})

test('an article of an earlier release gets the styles of the current one', async () => {
  const status = await page.evaluate(async () => {
    const response = await fetch('/assets/app-OLDOLDOL.css')
    return [response.status, response.headers.get('content-type')]
  })
  expect(status).toEqual([200, expect.stringMatching(/^text\/css/)])
  expect(await page.evaluate(() => fetch('/assets/lightbox-OLDOLDOL.js').catch(() => 'failed'))).toBe('failed')
})

test('once the network is back, trying again loads the requested page (OFFLINE-1)', async () => {
  await page.goto(origin + UNREAD)
  await network.connect(portal.port)
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
  await page.locator('.article-body').waitFor()
  expect(page.url()).toBe(origin + UNREAD)
})

test('a shell that is missing is fetched with the next page (OFFLINE-1)', async () => {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('shell-')) await caches.delete(name)
  })
  expect(await isKept('/offline')).toBe(false)
  await page.goto(origin + READ)
  await until(() => isKept('/offline'))
})

test('at most 50 articles are cached, and the oldest is evicted (OFFLINE-2)', async () => {
  const lists = ['/kategoria/najnowsze', ...[2, 3, 4].map((n) => `/kategoria/najnowsze/page/${n}`)]
  const documents = await Promise.all(
    lists.map(async (list) => new JSDOM((await portal.get(list)).text).window.document),
  )
  const hrefs = documents.flatMap((list) => [...list.querySelectorAll('a[href^="/20"], .menu-wide a')])
  const paths = [...new Set(hrefs.map((link) => link.getAttribute('href')))].slice(0, 55)
  await page.evaluate(async (unique) => {
    const { active } = await navigator.serviceWorker.ready
    for (const article of unique) {
      active?.postMessage({ article })
      for (let tries = 0; tries < 100 && !(await caches.match(article ?? '')); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }, paths)
  expect(paths.length).toBe(55)
  const kept = await keptArticles()
  expect(kept).toHaveLength(50)
  expect(kept.at(-1)).toBe(paths.at(-1))
  expect(await isKept('/offline')).toBe(true)
})

describe('a withdrawn article (OFFLINE-6)', () => {
  const inCaches = (path: string) =>
    page.evaluate(async (path) => {
      const names = await caches.keys()
      const holding = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).match(path)) && name),
      )
      return holding.filter((name) => name !== undefined)
    }, path)
  const purge = () =>
    fetch(`${portal.url}/ops/purge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ all: true }),
    })
  const saveCurrent = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Zapisz artykuł', exact: true }).first().click()
    await until(async () => (await page.locator('[data-feature=reading] [role=status]').textContent()) !== '')
  }

  test('stays after failures', async () => {
    await read(WITHDRAWN)
    await saveCurrent()
    await read(ALSO_READ)
    await saveCurrent()
    expect((await inCaches(WITHDRAWN)).toSorted()).toEqual(['articles', 'saved'])
    await goOffline()
    await page.goto(origin + WITHDRAWN)
    await page.goto(`${origin}/zapisane`)
    await page.locator('.saved-articles a').first().waitFor()
    expect((await inCaches(WITHDRAWN)).toSorted()).toEqual(['articles', 'saved'])
    expect(await page.locator('.saved-articles a').count()).toBe(2)
    await network.connect(portal.port)
  })

  test('is in no cache once it was opened, and the list says so', async () => {
    for (const path of [WITHDRAWN, ALSO_READ])
      await rm(join(newsroom, 'akademia/articles', `${path.split('/').at(-1)}.html`))
    await until(async () => {
      await purge()
      return (await portal.get(WITHDRAWN)).status === 404 && (await portal.get(ALSO_READ)).status === 404
    })
    await page.goto(origin + WITHDRAWN)
    await until(async () => (await inCaches(WITHDRAWN)).length === 0)
    expect((await inCaches(ALSO_READ)).toSorted()).toEqual(['articles', 'saved'])
    await goOffline()
    await page.goto(origin + WITHDRAWN)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(OFFLINE)
    await page.goto(`${origin}/zapisane`)
    await page.locator('.saved-articles li', { hasText: 'artykuł wycofany przez redakcję' }).waitFor()
    expect(await page.locator('.saved-articles a').count()).toBe(1)
    await network.connect(portal.port)
  })

  test('that the reader does not open is noticed by the list', async () => {
    await page.goto(`${origin}/zapisane`)
    await until(async () => (await page.locator('.saved-articles li', { hasText: 'wycofany' }).count()) === 2)
    await until(async () => !(await inCaches(ALSO_READ)).includes('saved'))
    expect(await page.locator('.saved-articles a').count()).toBe(0)
  })
})

test('no script of the portal failed', () => {
  expect(errors).toEqual([])
})
