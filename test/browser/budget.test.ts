import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { ROOT } from '../support/root.ts'
import { type Site, startSite } from '../support/site.ts'

/** Bytes, compressed by gzip. */
const SCRIPTS_BEFORE_INTERACTION = 5500
/** Search box and newsletter form together. */
const TOUCHED = 5 * 1024
const STYLES = 9_400
const REACT = 72 * 1024
const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'

const PAGES = [
  ['/', 'akademia'],
  ['/', 'post'],
  [ARTICLE, 'akademia'],
  ['/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html', 'post'],
  ['/kategoria/edukacja', 'akademia'],
  ['/author/ida-korczyk', 'akademia'],
  ['/search?s=klucz', 'akademia'],
  ['/nie-ma', 'akademia'],
] as const

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Names of the scripts that a page loads until the network is idle, including those of workers. */
async function scriptsOf(path: string, service: string): Promise<string[]> {
  const names = new Set<string>()
  const page = await site.open(path, {
    context: { serviceWorkers: 'allow' },
    service,
    prepare: async (page) => {
      page.context().on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.endsWith('.js')) names.add(pathname)
      })
    },
  })
  await page.waitForLoadState('networkidle')
  // The script of the worker is requested outside of the page.
  if (await page.evaluate(() => navigator.serviceWorker?.getRegistration().then(Boolean))) names.add('/sw.js')
  await page.close()
  return [...names]
}

async function gzipped(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync((await site.portal.get(path, { 'accept-encoding': 'identity' })).text).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

test.each(PAGES)(
  'the scripts that %s of %s loads before any interaction are at most 5,500 bytes (PERF-1)',
  async (path, service) => {
    const scripts = await scriptsOf(path, service)
    expect(scripts.some((name) => name.includes('/boot-'))).toBe(true)
    expect(scripts.filter((name) => /mount|island|newsletter|search/.test(name))).toEqual([])
    const size = await gzipped(scripts)
    console.info(`${service} ${path}: ${scripts.length} scripts, ${size} bytes of gzip`)
    expect(size).toBeLessThanOrEqual(SCRIPTS_BEFORE_INTERACTION)
  },
)

/** Names of the scripts that a page loads from now on. */
function scriptsFrom(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && names.push(new URL(request.url()).pathname))
  return names
}

test('search box and newsletter come with their first touch, and without React (PERF-8)', async () => {
  const page = await site.open('/', { context: {} })
  await page.waitForLoadState('networkidle')
  const scripts = scriptsFrom(page)
  await page.getByRole('button', { name: 'Szukaj', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('.search-panel [data-live]'))
  await page.keyboard.press('Escape')
  await page.locator('form.newsletter-form input[type=email]').focus()
  await page.waitForFunction(() => document.querySelector('.newsletter [data-live]'))
  expect(scripts.filter((name) => name.includes('mount'))).toEqual([])
  const size = await gzipped(scripts)
  console.info(`search box and newsletter: ${scripts.length} scripts, ${size} bytes of gzip`)
  expect(size).toBeLessThanOrEqual(TOUCHED)
  await page.close()
})

test('React is loaded once, when the results of a search go on (PERF-2)', async () => {
  const page = await site.open('/search?s=klucz', { context: {} })
  await page.waitForLoadState('networkidle')
  const scripts = scriptsFrom(page)
  await page.mouse.wheel(0, 10)
  await page.waitForFunction(() => document.querySelector('[data-island=search-results][data-live]'))
  await page.mouse.wheel(0, 600)
  expect(scripts.filter((name) => name.includes('mount'))).toHaveLength(1)
  await page.close()
})

test('styles and React stay within their budgets (PERF-2)', async () => {
  const folder = join(ROOT, 'dist/assets')
  const files = new Map<string, Buffer>()
  for (const name of await readdir(folder)) {
    if (/\.(?:js|css)$/.test(name)) files.set(name, await readFile(join(folder, name)))
  }
  const fileOf = (stem: string) => {
    const [, file] = [...files].find(([name]) => name.startsWith(`${stem}-`)) ?? []
    if (!file) throw new Error(`the build has no ${stem}`)
    return file
  }
  const sizeOf = (stem: string) => gzipSync(fileOf(stem)).length
  console.info(`styles ${sizeOf('app')}, React with its mount ${sizeOf('mount')} bytes of gzip`)
  expect(sizeOf('app')).toBeLessThanOrEqual(STYLES)
  expect(sizeOf('mount')).toBeLessThanOrEqual(REACT)
  // Chromium compiles it while it arrives.
  expect(fileOf('mount').toString()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  expect(fileOf('boot').toString()).not.toMatch(/^\/\/#/)
})
