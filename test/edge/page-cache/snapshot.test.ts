import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createPageCache, type PageCache } from '../../../src/edge/page-cache/page-cache.ts'
import { type CacheSnapshotSettings, createCacheSnapshot } from '../../../src/edge/page-cache/snapshot.ts'
import { mediaRoutes } from '../../../src/features/media/route-declarations.ts'
import { offlineRoutes } from '../../../src/features/offline/route-declarations.ts'
import { MISSING, PAGE_LIFETIMES } from '../../../src/http/cache-lifetimes.ts'
import { fileRoutes } from '../../../src/http/route-declarations.ts'
import { createLog } from '../../../src/observability/log/log.ts'
import type { CachePolicy } from '../../../src/system/cache-headers.ts'
import { startHub } from '../../support/hub-server.ts'
import { type LogLine, ROOT, startTestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'

const OF_THE_BUILD = {
  release: offlineRoutes.page.caching.release.policy,
  icon: mediaRoutes.icons.caching.icon.policy,
  ownFont: fileRoutes.fonts.caching.ownFont.policy,
}
const PAGE_POLICY: CachePolicy = PAGE_LIFETIMES.article.policy
const MISSING_POLICY: CachePolicy = MISSING.policy
const SEARCH_POLICY: CachePolicy = PAGE_LIFETIMES.search.policy

const DAY = 86_400_000
const WARNING = 40
const MEGABYTES = 64 * 1024 * 1024

let folder: string
let path: string
let clock: number
let logs: LogLine[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  path = join(folder, 'below/pages.bin')
  clock = 5000
  logs = []
})
afterEach(async () => {
  jest.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const now = () => clock
const newCache = () => createPageCache(MEGABYTES, now)
function snapshotOf(cache: PageCache, settings: Partial<CacheSnapshotSettings> = {}) {
  const log = createLog({ level: 'debug', secrets: [] }, { write: (line) => void logs.push(JSON.parse(line)) })
  return createCacheSnapshot({ path, fingerprint: 'one', cache, log, maxBytes: 16 * 1024 * 1024, ...settings })
}
function store(cache: PageCache, url: string, body: Buffer | string = url, policy = PAGE_POLICY, status = 200) {
  const headers = { 'content-type': 'text/html', 'surrogate-key': `post-1 ${encodeURIComponent(url)}` }
  cache.set({ service: 'a', url }, { status, headers, body: Buffer.from(body) }, policy, cache.purges)
}
/** The URLs in a new cache after it has read the file. */
async function readBack(settings: Partial<CacheSnapshotSettings> = {}): Promise<string[]> {
  const cache = newCache()
  await snapshotOf(cache, settings).read()
  return [...cache.pagesToPersist()].map(({ url }) => url)
}

test('pages are restored unchanged, the most recently used first; errors and searches are not persisted', async () => {
  const cache = newCache()
  const snapshot = snapshotOf(cache)
  for (const url of ['/1', '/2', '/3']) store(cache, url, `${url} ${'zażółć '.repeat(300)}`)
  store(cache, '/nie-ma', 'brak', MISSING_POLICY, 404)
  store(cache, '/search?s=x', 'wyniki', SEARCH_POLICY)
  clock += 1000
  const first = cache.get('a', '/1')
  if (first) await cache.body(first, 'br')
  await snapshot.write()
  const restored = newCache()
  expect(await snapshotOf(restored).read()).toBe(3)
  expect([...restored.pagesToPersist()].map(({ url }) => url)).toEqual(['/1', '/3', '/2'])
  const [before, after] = [cache, restored].map((one) => one.get('a', '/1'))
  expect(after).toMatchObject({ etag: before?.etag, headers: before?.headers, policy: PAGE_POLICY, status: 200 })
  expect(after?.variants).toEqual(before?.variants)
  // Not a slice, which would keep the whole file in memory.
  const bytes = after?.variants.br
  expect(Buffer.isBuffer(bytes) && bytes.buffer.byteLength === bytes.length).toBe(true)
  expect(restored.purge((_page, keys) => keys.has('post-1'))).toBe(3)
})

test('a restored page is stale, even after a short downtime, and keeps its age (CACHE-9)', async () => {
  const cache = newCache()
  store(cache, '/1')
  clock += 20 * 60_000
  store(cache, '/2')
  await snapshotOf(cache).write()
  const restored = newCache()
  clock = 100
  await snapshotOf(restored).read()
  const ages = ['/1', '/2'].map((url) => Math.round((clock - (restored.get('a', url)?.storedAt ?? 0)) / 1000))
  expect(ages).toEqual([20 * 60, PAGE_POLICY.maxAge])
})

test('a rendered page replaces a restored one, also after a purge', async () => {
  const cache = newCache()
  store(cache, '/1', 'stare')
  await snapshotOf(cache).write()
  const restored = newCache()
  await snapshotOf(restored).read()
  restored.purge(() => true)
  store(restored, '/1', 'nowe')
  expect(restored.get('a', '/1')?.variants.identity?.toString()).toBe('nowe')
})

test.each([
  ['a day and two minutes later', 0, DAY + 2 * 60_000],
  ['23 hours later', 1, DAY - 3_600_000],
])('%s the snapshot restores %s pages', async (_when, pages, passed) => {
  const cache = newCache()
  store(cache, '/1')
  await snapshotOf(cache).write()
  const real = Date.now()
  jest.spyOn(Date, 'now').mockReturnValue(real + passed)
  expect(await readBack()).toHaveLength(pages)
})

test('a clock that is set back does not make a page younger', async () => {
  const cache = newCache()
  store(cache, '/1')
  clock += 20 * 60_000
  await snapshotOf(cache).write()
  const real = Date.now()
  jest.spyOn(Date, 'now').mockReturnValue(real - 365 * DAY)
  const restored = newCache()
  await snapshotOf(restored).read()
  expect(clock - (restored.get('a', '/1')?.storedAt ?? 0)).toBe(20 * 60_000)
})

test('a snapshot of another build or configuration is not restored, and the log says so (CACHE-9)', async () => {
  const cache = newCache()
  store(cache, '/1')
  await snapshotOf(cache).write()
  expect(await readBack({ fingerprint: 'two' })).toEqual([])
  expect(logs).toMatchObject([{ level: 30, file: path }])
})

test('files of the build are not persisted: the next process may have others (REL-9)', async () => {
  const cache = newCache()
  store(cache, '/1')
  for (const kind of ['release', 'icon', 'ownFont'] as const) store(cache, `/${kind}`, kind, OF_THE_BUILD[kind])
  await snapshotOf(cache).write()
  expect(await readBack()).toEqual(['/1'])
})

test('the file stays within its bound, and has the most recently used pages (REL-9)', async () => {
  const cache = newCache()
  const maxBytes = 300_000
  for (let count = 0; count < 50; count++) store(cache, `/${count}`, Buffer.alloc(20_000, 'x'))
  await snapshotOf(cache, { maxBytes }).write()
  expect((await stat(path)).size).toBeLessThanOrEqual(maxBytes)
  const keys = await readBack()
  expect(keys.length).toBeGreaterThan(10)
  expect(keys).toEqual(keys.map((_key, index) => `/${49 - index}`))
})

test('an invalid file causes one warning that names it, and the next write replaces it', async () => {
  const cache = newCache()
  store(cache, '/1')
  await snapshotOf(cache).write()
  const whole = await readFile(path)
  await truncate(path, whole.length - 10)
  expect(await readBack()).toEqual([])
  for (const garbage of ['', 'x', '{"pages":[]}', Buffer.alloc(4096, 7)]) {
    await writeFile(path, garbage)
    expect(await readBack()).toEqual([])
  }
  expect(logs).toMatchObject(Array.from({ length: 5 }, () => ({ level: WARNING, file: path })))
  const next = newCache()
  store(next, '/2')
  await snapshotOf(next).write()
  expect(await readBack()).toEqual(['/2'])
})

test('nothing is restored from a file with one flipped bit, or from a truncated one (COST-76)', async () => {
  const cache = newCache()
  for (const url of ['/1', '/2', '/3']) store(cache, url, `${url} ${'zażółć '.repeat(20)}`)
  await snapshotOf(cache).write()
  const whole = await readFile(path)
  // Each byte has one flipped bit, at alternating positions.
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << (at % 8)), at)
    await writeFile(path, damaged)
    expect([at, await readBack()]).toEqual([at, []])
  }
  for (let length = 0; length < whole.length; length += 7) {
    await writeFile(path, whole.subarray(0, length))
    expect([length, await readBack()]).toEqual([length, []])
  }
  expect(logs[0]).toMatchObject({ level: WARNING, msg: 'kept pages cannot be read', file: path })
  await writeFile(path, whole)
  expect(await readBack()).toHaveLength(3)
})

test('a file that exceeds the bound is not read (COST-76)', async () => {
  await mkdir(join(folder, 'below'))
  await writeFile(path, '')
  await truncate(path, 40 * 1024 * 1024)
  expect(await readBack()).toEqual([])
  expect(logs).toMatchObject([{ level: WARNING, err: { message: expect.stringContaining('may be read') } }])
})

describe.each([
  ['FIFO', async (at: string) => void execFileSync('mkfifo', [at])],
  ['folder', (at: string) => mkdir(at)],
  ['device', (at: string) => symlink('/dev/zero', at)],
  [
    'link to a FIFO',
    async (at: string) => {
      execFileSync('mkfifo', [`${at}.fifo`])
      await symlink(`${at}.fifo`, at)
    },
  ],
  [
    'socket',
    async (at: string) => {
      const server = createServer().unref()
      await new Promise<void>((resolve) => server.listen(at, resolve))
    },
  ],
])('a %s in place of the file (COST-76)', (_kind, place) => {
  test('causes a warning, does not block, and is not overwritten', async () => {
    await mkdir(join(folder, 'below'))
    await place(path)
    const before = await stat(path)
    expect(await readBack()).toEqual([])
    const cache = newCache()
    store(cache, '/1')
    await snapshotOf(cache).write()
    expect(logs.map(({ level, msg }) => [level, msg])).toEqual([
      [WARNING, 'kept pages cannot be read'],
      [WARNING, 'pages cannot be kept'],
    ])
    const after = await stat(path)
    expect([after.ino, after.isFile()]).toEqual([before.ino, false])
  })
})

test('a missing file causes no warning, and without new pages none is written', async () => {
  const cache = newCache()
  const snapshot = snapshotOf(cache)
  expect(await snapshot.read()).toBe(0)
  await snapshot.write()
  await expect(stat(path)).rejects.toThrow('ENOENT')
  expect(logs).toEqual([])
})

test('a folder that is not writable causes one warning, and no file remains', async () => {
  // A file in place of the folder, because permissions do not stop root.
  await writeFile(join(folder, 'below'), '')
  const cache = newCache()
  const snapshot = snapshotOf(cache)
  for (const url of ['/1', '/2']) {
    store(cache, url)
    await snapshot.write()
  }
  expect(logs).toMatchObject([{ level: WARNING, file: path }])
  expect(await readdir(folder)).toEqual(['below'])
})

test('a temporary file of a killed process is removed after an hour; a recent one stays', async () => {
  const cache = newCache()
  store(cache, '/1')
  await snapshotOf(cache).write()
  const [abandoned, fresh, copy] = [`${path}.${randomUUID()}`, `${path}.${randomUUID()}`, `${path}.bak`]
  for (const file of [abandoned, fresh, copy]) await writeFile(file, 'half a page')
  const twoHoursAgo = Date.now() / 1000 - 7200
  for (const file of [abandoned, copy]) await utimes(file, twoHoursAgo, twoHoursAgo)
  store(cache, '/2')
  await snapshotOf(cache).write()
  expect((await readdir(join(folder, 'below'))).sort()).toEqual(
    [path, fresh, copy].map((file) => basename(file)).sort(),
  )
  expect(logs).toEqual([])
})

test('concurrent writes end with the newest pages', async () => {
  const cache = newCache()
  const snapshot = snapshotOf(cache)
  store(cache, '/1')
  const first = snapshot.write()
  store(cache, '/2')
  await Promise.all([first, snapshot.write()])
  expect(await readBack()).toEqual(['/2', '/1'])
  expect(await readdir(join(folder, 'below'))).toEqual(['pages.bin'])
})

describe('a portal that restarts', () => {
  const ARTICLE = '/2026/01/artykul-0'
  const FIXTURES = join(ROOT, 'test/support/fixtures/hub')

  test('serves the persisted page once, then the new one; other settings discard it', async () => {
    let title = 'Stary tytuł'
    const hub = await startHub(FIXTURES, ({ path }) =>
      path === `/wp-json/bb/v2/post${ARTICLE}`
        ? { body: JSON.stringify({ title, relative_link: ARTICLE, blocks: [] }) }
        : undefined,
    )
    const settings = { CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE_FILE: path }
    const shown = async (more: Record<string, string> = {}): Promise<string[]> => {
      const portal = await startTestPortal({ ...settings, ...more })
      try {
        const kind = async () => {
          const { headers, text } = await portal.get(ARTICLE)
          return `${headers['x-cache']} ${text.includes('Nowy tytuł') ? 'new' : 'old'}`
        }
        const first = await kind()
        const last = await until(kind, (kind) => kind.startsWith('hit'))
        return [first, last]
      } finally {
        await portal.close()
      }
    }
    try {
      expect(await shown()).toEqual(['miss old', 'hit old'])
      title = 'Nowy tytuł'
      expect(await shown()).toEqual(['stale old', 'hit new'])
      expect(await shown({ SERVICE_URL_AKADEMIA: 'https://inny.example' })).toEqual(['miss new', 'hit new'])
      // No page depends on a token.
      expect(await shown({ SERVICE_URL_AKADEMIA: 'https://inny.example', PURGE_TOKEN: 'tajny-token' })).toEqual([
        'stale new',
        'hit new',
      ])
      await expect(stat(path)).resolves.toBeTruthy()
      await rm(path)
      const portal = await startTestPortal({ ...settings, PAGE_CACHE: 'off' })
      await portal.get(ARTICLE)
      await portal.close()
      await expect(stat(path)).rejects.toThrow('ENOENT')
    } finally {
      await hub.close()
    }
  })
})
