/**
 * Bytes of the images of an article on a screen of 360 px: the portal against the same WordPress' own theme; see
 * README.md. Usage: npm run bench:media.
 */
import { stopAll } from './process.mjs'
import { startPortal } from './servers/portal.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

/** The harness of the tests. */
const HARNESS = new URL('../test/wordpress/photos-for-benchmark.ts', import.meta.url)
const SCREEN = { width: 360, height: 780, mobile: true }
const RATIOS = [1, 2, 3]
/** Asked of the article on a screen of the first ratio. */
const MOST = 0.4

let wordpress
let browser
try {
  const { startWithPhotos, startBrowser, ARTICLE } = await importTypeScript(HARNESS, HARNESS_OPTIONS)
  wordpress = await startWithPhotos()
  const portal = await startPortal({ env: { CONTENT: 'wordpress', CMS_URL: wordpress.url } })
  browser = await startBrowser((url) => url.hostname === '127.0.0.1')
  process.stdout.write(`WordPress ${wordpress.version}, article of photos, Chromium, ${SCREEN.width} px\n`)
  process.stdout.write(
    'dots per px | WordPress: images, bytes | portal at once (WebP) | ratio | portal later (AVIF) | ratio\n',
  )
  for (const deviceScaleFactor of RATIOS) {
    const read = (url) => imagesOf(browser.context, url, { ...SCREEN, deviceScaleFactor })
    const theirs = await read(`${wordpress.url}${ARTICLE}/`)
    const first = await read(portal.origin + ARTICLE)
    const later = await settled(() => read(portal.origin + ARTICLE))
    const [now, then] = [first, later].map(({ bytes }) => bytes / theirs.bytes)
    const line = [deviceScaleFactor, shown(theirs), shown(first), now.toFixed(2), shown(later), then.toFixed(2)]
    process.stdout.write(`${line.join(' | ')}\n`)
    if (first.images < theirs.images) throw new Error('the portal showed fewer images')
    if (deviceScaleFactor === 1 && now > MOST) process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await browser?.close()
  await stopAll()
  await wordpress?.close()
}

/** Again until an encoder in the background has nothing left to make. */
async function settled(read) {
  let last = await read()
  for (let tries = 0; tries < 20; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const next = await read()
    if (next.bytes === last.bytes && tries > 4) return next
    last = next
  }
  return last
}

/** The images of the article's own text that a reader loads who scrolls to its end, with an empty cache. */
async function imagesOf(context, url, screen) {
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setDeviceMetricsOverride', screen)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const images = new Map()
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
      if (type === 'Image' && /zdjecie-/.test(response.url))
        images.set(requestId, { status: response.status, bytes: 0 })
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const image = images.get(requestId)
      if (image) image.bytes = encodedDataLength
    })
    await page.goto(url, { waitUntil: 'load' })
    for (let at = 0; at < 20; at += 1) {
      await page.mouse.wheel(0, 600)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await page.waitForLoadState('networkidle')
    const broken = [...images.values()].filter(({ status }) => status !== 200)
    if (broken.length > 0) throw new Error(`${broken.length} images of ${url} are broken`)
    return { images: images.size, bytes: [...images.values()].reduce((sum, { bytes }) => sum + bytes, 0) }
  } finally {
    await page.close()
  }
}

function shown({ images, bytes }) {
  return `${images}, ${bytes}`
}
