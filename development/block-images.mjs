/**
 * `npm run docs:images`: draws what the documents show of each block, from the catalogue of `npm run dev` in Chromium, into
 * `docs/reference/blocks/`. Needs the packages of tests, and Chromium.
 */
import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const FOLDER = join(ROOT, 'docs/reference/blocks')
const PORT = '3171'
const ORIGIN = `http://localhost:${PORT}`
const THEMES = ['light', 'dark']
/** CSS pixels. A higher block shows its beginning. */
const WIDTH = 640
const MAX_HEIGHT = 520
const WEBP = { quality: 58, effort: 6, smartSubsample: true }
const START_MS = 120_000

process.chdir(ROOT)
const server = spawn(process.execPath, ['development/dev.mjs'], {
  env: { ...process.env, PORT, HOST: '127.0.0.1', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await untilServed()
  const page = await browser.newPage({ viewport: { width: WIDTH, height: MAX_HEIGHT } })
  // Frames of others would show what their hosts say, or nothing.
  await page.route(
    (url) => url.origin !== ORIGIN,
    (route) => route.abort(),
  )
  await mkdir(FOLDER, { recursive: true })
  for (const file of await readdir(FOLDER)) await rm(join(FOLDER, file))
  let bytes = 0
  for (const entry of await entriesOf(page)) {
    for (const theme of THEMES) bytes += await draw(page, entry, theme)
  }
  process.stdout.write(`${FOLDER}: ${bytes} bytes\n`)
} finally {
  await browser.close()
  server.kill('SIGINT')
}

async function untilServed() {
  for (const limit = Date.now() + START_MS; Date.now() < limit; ) {
    const response = await fetch(`${ORIGIN}/__catalogue`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('the catalogue was not served')
}

/** Paths below the catalogue, as `article/table`. */
async function entriesOf(page) {
  await page.goto(`${ORIGIN}/__catalogue`)
  const paths = await page.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  return paths.map((path) => path.replace('/__catalogue/', ''))
}

async function draw(page, entry, theme) {
  await page.goto(`${ORIGIN}/__catalogue/${entry}/0/page?theme=${theme}`, { waitUntil: 'load' })
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    await document.fonts.ready
  })
  const bottom = await page.evaluate(
    () => document.querySelector('main')?.lastElementChild?.getBoundingClientRect().bottom ?? 0,
  )
  const height = Math.min(MAX_HEIGHT, Math.max(48, Math.ceil(bottom) + 16))
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height } })
  const webp = await sharp(png).webp(WEBP).toBuffer()
  await writeFile(join(FOLDER, `${entry.replace('/', '-')}-${theme}.webp`), webp)
  return webp.length
}
