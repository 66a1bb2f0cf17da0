import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { objections } from '../support/axe.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { ROOT } from '../support/root.ts'

const run = promisify(execFile)
const BUILD_MS = 400_000
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}
/** Whatever a browser loads without a click. */
const LOADED =
  /<(?:script|img|iframe|source|video|audio)\b[^>]*?\ssrc="([^"]*)"|<link\b(?=[^>]*\srel="(?:[^"]*\s)?(?:stylesheet|icon|preload|modulepreload|preconnect|dns-prefetch)[^"]*")[^>]*?\shref="([^"]*)"/g

let folder: string
let files: string[]
let server: Server
let origin: string
let browser: TestBrowser
const foreign: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'))
  await run(process.execPath, ['build/documents.mjs', 'build', '--outDir', folder], { cwd: ROOT, maxBuffer: 2 ** 26 })
  files = await readdir(folder, { recursive: true })
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid')
    const path = join(folder, normalize(decodeURIComponent(pathname)))
    const file = pathname.endsWith('/') ? join(path, 'index.html') : extname(path) === '' ? `${path}.html` : path
    const body = await readFile(file).catch(() => undefined)
    response.writeHead(body ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await startBrowser((url) => url.origin === origin, foreign)
}, BUILD_MS)
afterAll(async () => {
  await browser?.close()
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

test('the site has a page for every document (DOC-4)', () => {
  const pages = files.filter((file) => file.endsWith('.html'))
  expect(pages).toEqual(
    expect.arrayContaining([
      'index.html',
      'tutorials/first-portal.html',
      'reference/blocks.html',
      'decisions/166-documents-are-a-site.html',
      'requirements/documents.html',
      'project/installing.html',
    ]),
  )
  expect(pages.length).toBeGreaterThan(200)
})

test('nothing that a page loads is elsewhere (DOC-4)', async () => {
  const loaded = await Promise.all(
    files
      .filter((file) => file.endsWith('.html'))
      .map(async (file) =>
        [...(await readFile(join(folder, file), 'utf8')).matchAll(LOADED)].map(([, src, href]) => src ?? href ?? ''),
      ),
  )
  expect(loaded.flat().length).toBeGreaterThan(500)
  expect([...new Set(loaded.flat())].filter((url) => /^(?:[a-z]+:)?\/\//i.test(url))).toEqual([])
  const styles = await Promise.all(
    files.filter((file) => file.endsWith('.css')).map((file) => readFile(join(folder, file), 'utf8')),
  )
  expect(styles.join('')).not.toMatch(/(?:url\(|@import)\s*["']?(?:https?:)?\/\//)
})

test('the search opens the page that one looks for, and no request goes elsewhere (DOC-4)', async () => {
  const page = await browser.context.newPage()
  await page.goto(`${origin}/`)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByPlaceholder('Search').fill('application password')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  const titles = await page.locator('.VPLocalSearchBox .result').allTextContents()
  expect(titles.join('\n')).toMatch(/WordPress/)
  await page.locator('.VPLocalSearchBox .result').first().click()
  await page.waitForURL((url) => url.pathname !== '/')
  expect(await page.locator('h1').textContent()).not.toBe('404')
  await page.close()
  expect(foreign).toEqual([])
})

test.each([
  ['/', 'light'],
  ['/tutorials/first-portal.html', 'dark'],
  ['/reference/blocks.html', 'light'],
] as const)('%s is accessible, in %s (DOC-4)', async (path, theme) => {
  const page = await browser.context.newPage()
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.goto(origin + path)
  await page.locator('h1').first().waitFor()
  expect(await objections(page)).toEqual([])
  await page.close()
  expect(foreign).toEqual([])
})
