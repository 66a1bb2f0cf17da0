import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { CACHING } from '../../src/http/caching.ts'
import { createLog } from '../../src/observability/log/log.ts'
import { createPageCache, type PageCache } from '../../src/page-cache/page-cache.ts'
import { createPageFile, type PageFileSettings } from '../../src/page-cache/snapshot.ts'
import type { CachePolicy } from '../../src/system/cache-policy.ts'
import { startHub } from '../support/hub-server.ts'
import { type LogLine, ROOT, startTestPortal } from '../support/portal.ts'
import { until } from '../support/until.ts'

const PAGE_POLICY: CachePolicy = CACHING.article.policy
const MISSING_POLICY: CachePolicy = CACHING.missing.policy
const SEARCH_POLICY: CachePolicy = CACHING.search.policy

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
function fileOf(cache: PageCache, settings: Partial<PageFileSettings> = {}) {
  const log = createLog({ level: 'debug', secrets: [] }, { write: (line) => void logs.push(JSON.parse(line)) })
  return createPageFile({ path, fingerprint: 'one', cache, log, ...settings })
}
function store(cache: PageCache, url: string, body: Buffer | string = url, policy = PAGE_POLICY, status = 200) {
  const headers = { 'content-type': 'text/html', 'surrogate-key': `post-1 ${encodeURIComponent(url)}` }
  cache.set({ service: 'a', url }, { status, headers, body: Buffer.from(body) }, policy, cache.purges)
}
/** Every address that a fresh cache has after reading the file. */
async function readBack(settings: Partial<PageFileSettings> = {}): Promise<string[]> {
  const cache = newCache()
  await fileOf(cache, settings).read()
  return [...cache.kept()].map(({ url }) => url)
}

test('what was stored is read back as it was, the most recently used first; errors and searches are not kept', async () => {
  const cache = newCache()
  const file = fileOf(cache)
  for (const url of ['/1', '/2', '/3']) store(cache, url, `${url} ${'zażółć '.repeat(300)}`)
  store(cache, '/nie-ma', 'brak', MISSING_POLICY, 404)
  store(cache, '/search?s=x', 'wyniki', SEARCH_POLICY)
  clock += 1000
  const first = cache.get('a', '/1')
  if (first) await cache.body(first, 'br')
  await file.write()
  const restored = newCache()
  expect(await fileOf(restored).read()).toBe(3)
  expect([...restored.kept()].map(({ url }) => url)).toEqual(['/1', '/3', '/2'])
  const [before, after] = [cache, restored].map((one) => one.get('a', '/1'))
  expect(after).toMatchObject({ etag: before?.etag, headers: before?.headers, policy: PAGE_POLICY, status: 200 })
  expect([...(after?.variants ?? [])]).toEqual([...(before?.variants ?? [])])
  // No larger piece of memory stays alive behind it.
  const bytes = after?.variants.get('br')
  expect(Buffer.isBuffer(bytes) && bytes.buffer.byteLength === bytes.length).toBe(true)
  expect(restored.purge((_page, keys) => keys.has('post-1'))).toBe(3)
})

test('a page read back is stale at once, however short the process was away, and as old as it really is (CACHE-9)', async () => {
  const cache = newCache()
  store(cache, '/1')
  clock += 20 * 60_000
  store(cache, '/2')
  await fileOf(cache).write()
  const restored = newCache()
  clock = 100
  await fileOf(restored).read()
  const ages = ['/1', '/2'].map((url) => Math.round((clock - (restored.get('a', url)?.storedAt ?? 0)) / 1000))
  expect(ages).toEqual([20 * 60, PAGE_POLICY.maxAge])
})

test('what is rendered takes the place of what was kept, also after a purge', async () => {
  const cache = newCache()
  store(cache, '/1', 'stare')
  await fileOf(cache).write()
  const restored = newCache()
  await fileOf(restored).read()
  restored.purge(() => true)
  store(restored, '/1', 'nowe')
  expect(restored.get('a', '/1')?.variants.get('identity')?.toString()).toBe('nowe')
})

test.each([
  ['a day and two minutes later', 0, DAY + 2 * 60_000],
  ['23 hours later', 1, DAY - 3_600_000],
])('%s the file has %s page that may be shown', async (_when, pages, passed) => {
  const cache = newCache()
  store(cache, '/1')
  await fileOf(cache).write()
  const real = Date.now()
  jest.spyOn(Date, 'now').mockReturnValue(real + passed)
  expect(await readBack()).toHaveLength(pages)
})

test('a clock that was set back meanwhile makes no page younger', async () => {
  const cache = newCache()
  store(cache, '/1')
  clock += 20 * 60_000
  await fileOf(cache).write()
  const real = Date.now()
  jest.spyOn(Date, 'now').mockReturnValue(real - 365 * DAY)
  const restored = newCache()
  await fileOf(restored).read()
  expect(clock - (restored.get('a', '/1')?.storedAt ?? 0)).toBe(20 * 60_000)
})

test('pages of another build or configuration are not read, with a line that says so (CACHE-9)', async () => {
  const cache = newCache()
  store(cache, '/1')
  await fileOf(cache).write()
  expect(await readBack({ fingerprint: 'two' })).toEqual([])
  expect(logs).toMatchObject([{ level: 30, file: path }])
})

test('the file is within its bound, and the pages used most recently are the ones in it', async () => {
  const cache = newCache()
  const maxBytes = 300_000
  for (let count = 0; count < 50; count++) store(cache, `/${count}`, Buffer.alloc(20_000, 'x'))
  await fileOf(cache, { maxBytes }).write()
  expect((await stat(path)).size).toBeLessThanOrEqual(maxBytes)
  const keys = await readBack()
  expect(keys.length).toBeGreaterThan(10)
  expect(keys).toEqual(keys.map((_key, index) => `/${49 - index}`))
})

test('a file that is no such file costs one warning that names it, and nothing else', async () => {
  const cache = newCache()
  store(cache, '/1')
  await fileOf(cache).write()
  const whole = await readFile(path)
  await truncate(path, whole.length - 10)
  expect(await readBack()).toEqual([])
  for (const garbage of ['', 'x', '{"pages":[]}', Buffer.alloc(4096, 7)]) {
    await writeFile(path, garbage)
    expect(await readBack()).toEqual([])
  }
  expect(logs).toMatchObject(Array.from({ length: 5 }, () => ({ level: WARNING, file: path })))
  // And it is replaced by a good one.
  const next = newCache()
  store(next, '/2')
  await fileOf(next).write()
  expect(await readBack()).toEqual(['/2'])
})

test('one bit that is another, anywhere, or a shorter file, and nothing of it is shown (COST-76)', async () => {
  const cache = newCache()
  for (const url of ['/1', '/2', '/3']) store(cache, url, `${url} ${'zażółć '.repeat(20)}`)
  await fileOf(cache).write()
  const whole = await readFile(path)
  // Every byte once, and every bit in turn.
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
}, 60_000)

test('a file of more than may be written is not read (COST-76)', async () => {
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
])('a %s in its place (COST-77)', (_kind, place) => {
  test('is one warning at once, and is neither waited for nor written over', async () => {
    await mkdir(join(folder, 'below'))
    await place(path)
    const before = await stat(path)
    expect(await readBack()).toEqual([])
    const cache = newCache()
    store(cache, '/1')
    await fileOf(cache).write()
    expect(logs.map(({ level, msg }) => [level, msg])).toEqual([
      [WARNING, 'kept pages cannot be read'],
      [WARNING, 'pages cannot be kept'],
    ])
    const after = await stat(path)
    expect([after.ino, after.isFile()]).toEqual([before.ino, false])
  })
})

test('no file is no complaint; nothing new is not written', async () => {
  const cache = newCache()
  const file = fileOf(cache)
  expect(await file.read()).toBe(0)
  await file.write()
  await expect(stat(path)).rejects.toThrow('ENOENT')
  expect(logs).toEqual([])
})

test('a folder that cannot be written to costs one warning, and leaves nothing behind', async () => {
  // Whoever runs the tests may be allowed everything: a file stands where the folder would be.
  await writeFile(join(folder, 'below'), '')
  const cache = newCache()
  const file = fileOf(cache)
  for (const url of ['/1', '/2']) {
    store(cache, url)
    await file.write()
  }
  expect(logs).toMatchObject([{ level: WARNING, file: path }])
  expect(await readdir(folder)).toEqual(['below'])
})

test('what a killed process had begun to write is removed an hour later; what another one writes stays', async () => {
  const cache = newCache()
  store(cache, '/1')
  await fileOf(cache).write()
  const [abandoned, fresh, copy] = [`${path}.${randomUUID()}`, `${path}.${randomUUID()}`, `${path}.bak`]
  for (const file of [abandoned, fresh, copy]) await writeFile(file, 'half a page')
  const twoHoursAgo = Date.now() / 1000 - 7200
  for (const file of [abandoned, copy]) await utimes(file, twoHoursAgo, twoHoursAgo)
  store(cache, '/2')
  await fileOf(cache).write()
  expect((await readdir(join(folder, 'below'))).sort()).toEqual(
    [path, fresh, copy].map((file) => basename(file)).sort(),
  )
  expect(logs).toEqual([])
})

test('writes that meet end with the newest pages', async () => {
  const cache = newCache()
  const file = fileOf(cache)
  store(cache, '/1')
  const first = file.write()
  store(cache, '/2')
  await Promise.all([first, file.write()])
  expect(await readBack()).toEqual(['/2', '/1'])
  expect(await readdir(join(folder, 'below'))).toEqual(['pages.bin'])
})

describe('a portal that starts again', () => {
  const ARTICLE = '/2026/01/artykul-0'
  const FIXTURES = join(ROOT, 'test/support/fixtures/hub')

  test('shows the page it had once, then the new one; other settings make other pages', async () => {
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
      // A token is nothing that a page shows.
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
  }, 60_000)
})
