/**
 * `npm run readme:images`: takes the three images of the README from the English demo, with Chromium. Needs a build and the
 * packages of tests.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'

const FOLDER = dirname(fileURLToPath(import.meta.url))
const ROOT = join(FOLDER, '../..')
const SITE_DIR = 'sites/courier'
const ARTICLE = '/2026/10/how-to-read-a-tide-table'
const SIZE = { width: 1280, height: 960 }
/** Those of a port and of a whole build on a busy machine. */
const TRIES = 1200
const PAUSE_MS = 100
const QUALITY = 82

const profile = await mkdtemp(join(tmpdir(), 'images-'))
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  viewport: SIZE,
  colorScheme: 'light',
  locale: 'en-GB',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  await withServer(['dist/server.js'], 3310, async (url) => {
    await take('front-page', async (page) => void (await page.goto(url, { waitUntil: 'networkidle' })))
    await take('article', async (page) => void (await page.goto(url + ARTICLE, { waitUntil: 'networkidle' })))
  })
  await withServer(['development/desk.mjs'], 3311, async (url) => {
    await take('desk', async (page) => {
      await page.goto(`${url}/desk`)
      await page.getByRole('button').first().click()
      await page.getByRole('heading', { name: 'Collections' }).waitFor()
      await page.goto(`${url}/desk#/collections/courier-articles/entries/why-the-hall-piano-is-out-of-tune`)
      await page
        .getByLabel(/^title/i)
        .first()
        .waitFor()
      await wait(4000)
    })
  })
} finally {
  await browser.close()
  await rm(profile, { recursive: true, force: true })
}

async function withServer(args, port, use) {
  const variables = {
    SITE_DIR,
    PORT: String(port),
    HOST: '127.0.0.1',
    SUBSCRIBERS_FILE: '/dev/null/none',
    PAGE_CACHE_FILE: 'off',
  }
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...variables }, stdio: 'inherit' })
  const ended = once(child, 'close')
  try {
    const url = `http://localhost:${port}`
    for (let tries = 0; tries < TRIES && child.exitCode === null; tries++) {
      if (
        await fetch(`${url}/`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break
      await wait(PAUSE_MS)
    }
    await use(url)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function take(name, open) {
  const page = await browser.newPage()
  await open(page)
  const file = join(FOLDER, `${name}.webp`)
  await writeFile(
    file,
    await sharp(await page.screenshot())
      .webp({ quality: QUALITY, smartSubsample: true })
      .toBuffer(),
  )
  process.stdout.write(`${file}: ${(await stat(file)).size} bytes\n`)
  await page.close()
}
