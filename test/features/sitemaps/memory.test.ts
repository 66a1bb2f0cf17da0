import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { ROOT } from '../../support/root.ts'
import { settledMemory } from '../../support/settled-memory.ts'
import { until } from '../../support/until.ts'
import { childrenNamed, parseXml } from '../../support/xml.ts'

/** The permitted growth (MAP-6). */
const MAX_GROWTH = 50 * 1024 * 1024
const ARTICLES = 10_000
const PER_PAGE = 20

let hub: HubServer
let process: ChildProcess
let base: string

beforeAll(async () => {
  hub = await startHub(
    undefined,
    largeArchive({ count: ARTICLES, perPage: PER_PAGE, newest: Date.now(), hoursBetween: 0.1 }),
  )
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  process = spawn('node', ['dist/server.js'], {
    cwd: ROOT,
    env: {
      PATH: globalThis.process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      CONTENT: 'hub',
      CMS_URL: hub.url,
      LOG_LEVEL: 'silent',
      SUBSCRIBERS_FILE: '/dev/null/none',
      PAGE_CACHE_FILE: 'off',
    },
    stdio: 'ignore',
  })
  for (let tries = 0; tries < 200; tries++) {
    const ready = await fetch(`${base}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    await wait(50)
  }
  throw new Error('the portal did not become ready')
})
afterAll(async () => {
  process.kill('SIGKILL')
  await hub.close()
})

test(`every map and the feed of ${ARTICLES} articles cost less than 50 MB`, async () => {
  const text = async (path: string) => {
    const response = await fetch(base + path)
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  // The memory of a server after its first pages: compiled code, the newest lists, the search for terms.
  for (const path of ['/', '/kategoria/najnowsze', '/2026/01/artykul-0', '/api/feed/feed-gn', '/news-sitemap.xml']) {
    await fetch(base + path)
  }
  const before = await settledMemory(residentBytes)
  let highest = before
  const watch = setInterval(() => void residentBytes().then((bytes) => (highest = Math.max(highest, bytes))), 20)
  // On a busy machine the first index names only the newest month, because a crawler waits no longer for the others (MAP-16).
  const maps = await until(
    async () => childrenNamed(parseXml(await text('/sitemap.xml')), 'sitemap'),
    (named) => named.filter((sitemap) => childrenNamed(sitemap, 'loc')[0]?.text.includes('articles')).length > 1,
  )
  let locations = 0
  for (const sitemap of maps) {
    const path = new URL(childrenNamed(sitemap, 'loc')[0]?.text ?? '').pathname
    const count = childrenNamed(parseXml(await text(path)), 'url').length
    if (path.includes('articles')) locations += count
  }
  for (const path of ['/api/feed/feed-gn', '/api/feed/rss', '/api/feed/feed-gn?page=2', '/api/feed/feed-gn?page=200']) {
    await text(path)
  }
  clearInterval(watch)
  console.info(
    `10,000 articles: ${Math.round((highest - before) / 1024 / 1024)} MB at most above ${Math.round(before / 1024 / 1024)} MB`,
  )
  expect(locations).toBe(ARTICLES)
  expect(highest - before).toBeLessThan(MAX_GROWTH)
})

/** Resident memory of the server. */
async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
