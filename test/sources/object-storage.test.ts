import { join } from 'node:path'
import { startBucket } from '../support/bucket-server.ts'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type Behaviour, type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, type Preloads, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** The longest wait of a reader for a page that cannot be loaded. Milliseconds. */
const FAILURE_DEADLINE = 5 * SECOND

const pathOf = (number: number): string => `/2026/01/artykul-${number}`
const fileOf = (number: number): string => `/bizblog/wp_wpisy${pathOf(number)}.json`
const cmsCallOf = (number: number): string => `/wp-json/bb/v2/post${pathOf(number)}`
const fragmentOf = (number: number): string => `/fragment${pathOf(number)}`
/** The text of an article, by where it came from. */
const FROM_CMS = (number: number): string => `Treść ${number} wraz `
const FROM_STORAGE = (number: number): string => `Kopia ${number} z\u00a0magazynu`
/** Articles after article 1: older than the newest ones, which already have cards. */
const FIRST = 1
const NEXT = [71, 72, 73]
const LONG_KEPT = { EDGE_MAX_AGE: '600' }
/** Storage has the articles up to this number. */
const STORED = 90

interface Stage {
  hub: HubServer
  bucket: HubServer
  portal: PortalProcess
}

const postInStorage = (number: number): object => ({
  ID: 5000 + number,
  type: 'post',
  title: `Kopia ${number}`,
  relative_link: pathOf(number),
  permalink: `https://hub.example${pathOf(number)}`,
  publication_date: '2026-01-02T10:00:00+01:00',
  seo: { title: '', meta: [], canonical: '' },
  blocks: [{ blockName: 'core/paragraph', attrs: {}, innerHTML: `<p>${FROM_STORAGE(number)}.</p>`, innerBlocks: [] }],
})

/** Runs a test with the built portal between a CMS of 100 articles and a storage of 90; each test has its own. */
async function withStage(
  { variables = {}, ...preloads }: Preloads & { variables?: Record<string, string> },
  run: (stage: Stage) => Promise<void>,
): Promise<void> {
  const articleOf = (number: number) =>
    number === FIRST ? { next_posts_for_this_post: NEXT.map(pathOf) } : { next_posts_for_this_post: [] }
  const archive = largeArchive({ count: 100, perPage: 20, newest: Date.UTC(2026, 0, 31), hoursBetween: 1, articleOf })
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'), archive)
  const bucket = await startBucket((_prefix, path) => {
    const number = Number(/^\/2026\/01\/artykul-(\d+)$/.exec(path)?.[1] ?? Number.NaN)
    return number < STORED ? postInStorage(number) : undefined
  })
  const portal = await startProcess(
    { CONTENT: 'hub', CMS_URL: hub.url, CONTENT_BUCKET_URL: bucket.url, LOG_LEVEL: 'warn', ...variables },
    preloads,
  )
  try {
    await portal.ready()
    await run({ hub, bucket, portal })
  } finally {
    await portal.stop()
    await Promise.all([hub.close(), bucket.close()])
  }
}

const messages = (portal: PortalProcess): unknown[] => portal.lines().map(({ msg }) => msg)
const logged = (portal: PortalProcess, words: string) =>
  until(
    () => messages(portal),
    (all) => all.includes(words),
  )
const filesRequested = (bucket: HubServer): string[] => bucket.calls.map(({ path }) => path)

describe('further articles', () => {
  test('SRC-5: come from storage, without a call to the CMS', () =>
    withStage({ variables: LONG_KEPT }, async ({ hub, bucket, portal }) => {
      const { status, text, headers } = await portal.ask(fragmentOf(7))
      // It may be older than what the CMS has (CACHE-15).
      expect(headers['surrogate-control']).toBeUndefined()
      expect([status, text.includes(FROM_STORAGE(7))]).toEqual([200, true])
      expect([bucket.countOf(fileOf(7)), hub.countOf(cmsCallOf(7))]).toEqual([1, 0])
    }))

  test('SRC-5: come from the content cache while it has the response of the CMS', () =>
    withStage({ variables: LONG_KEPT }, async ({ hub, bucket, portal }) => {
      await portal.ask(pathOf(7))
      const { text, headers } = await portal.ask(fragmentOf(7))
      expect([text.includes(FROM_CMS(7)), headers['surrogate-control']]).toEqual([
        true,
        expect.stringMatching(/^max-age=600,/),
      ])
      expect([bucket.countOf(fileOf(7)), hub.countOf(cmsCallOf(7))]).toEqual([0, 1])
    }))

  test.each([
    ['page', pathOf(FIRST)],
    ['AMP document', `/wp-json/amp/v2/post${pathOf(FIRST)}`],
  ])('SRC-6: the cards below a %s are fetched in parallel', (_name, path) =>
    withStage({}, async ({ hub, bucket, portal }) => {
      const delay = 600
      bucket.misbehaveAll(({ path }) => ({ delay, body: JSON.stringify(postInStorage(numberIn(path))) }))
      const { text, ms } = await portal.ask(path)
      expect(filesRequested(bucket).sort()).toEqual(NEXT.map(fileOf))
      expect(bucket.mostAtOnce).toBe(3)
      console.info(
        `three articles of storage, each after ${delay} ms: page after ${Math.round(ms)} ms, ${bucket.mostAtOnce} calls at once`,
      )
      expect(ms).toBeLessThan(3 * delay)
      expect(NEXT.filter((number) => !text.includes(`Kopia ${number}`))).toEqual([])
      expect(NEXT.map((number) => hub.countOf(cmsCallOf(number)))).toEqual([0, 0, 0])
    }),
  )

  test('SRC-6: three concurrent requests of a browser are fetched in parallel', () =>
    withStage({}, async ({ bucket, portal }) => {
      bucket.misbehaveAll(({ path }) => ({ delay: 500, body: JSON.stringify(postInStorage(numberIn(path))) }))
      await Promise.all([11, 12, 13].map((number) => portal.ask(fragmentOf(number))))
      expect(bucket.mostAtOnce).toBe(3)
    }))

  test('SRC-2: an article without further ones causes no call to storage', () =>
    withStage({}, async ({ bucket, portal }) => {
      expect(await portal.status(pathOf(9))).toBe(200)
      expect(bucket.calls).toEqual([])
    }))

  test('SRC-6: a missing one fails the batch; then each is loaded separately, without a second call to storage (SRC-10)', () =>
    withStage({}, async ({ hub, bucket, portal }) => {
      bucket.misbehave(fileOf(72), { status: 404 })
      const { text } = await portal.ask(pathOf(FIRST))
      expect(['Kopia 71', 'Artykuł 72', 'Kopia 73'].filter((title) => !text.includes(title))).toEqual([])
      expect(filesRequested(bucket).sort()).toEqual(NEXT.map(fileOf))
      expect(NEXT.map((number) => hub.countOf(cmsCallOf(number)))).toEqual([0, 1, 0])
      await logged(portal, 'Błąd podczas pobierania postu: 404')
      await logged(portal, 'Błąd podczas pobierania postów')
    }))

  test('SRC-8: a 404 of storage falls back to the CMS, and only a 404 of the CMS counts', () =>
    withStage({}, async ({ hub, bucket, portal }) => {
      const { status, text } = await portal.ask(fragmentOf(95))
      expect([status, text.includes(FROM_CMS(95))]).toEqual([200, true])
      await logged(portal, 'Błąd podczas pobierania postu: 404')
      hub.misbehave(cmsCallOf(96), { status: 404 })
      expect(await portal.status(fragmentOf(96))).toBe(404)
      expect([bucket.countOf(fileOf(95)), bucket.countOf(fileOf(96))]).toEqual([1, 1])
    }))

  test('SRC-8: a response of storage is fresh for a minute, and then requested again', () =>
    withStage({ clock: true, variables: { PAGE_CACHE: 'off' } }, async ({ bucket, portal }) => {
      await portal.ask(fragmentOf(7))
      await portal.moveClock({ pass: 59 * SECOND })
      await portal.ask(fragmentOf(7))
      expect(bucket.countOf(fileOf(7))).toBe(1)
      await portal.moveClock({ pass: 2 * SECOND })
      await portal.ask(fragmentOf(7))
      expect(bucket.countOf(fileOf(7))).toBe(2)
    }))

  test.each([
    'artykul-zażółć',
    'artykul.1',
    'artykul-1.json',
    'a b',
    'artykul%25',
    '..%2f..%2f..%2fsecret',
    '%2e%2e%2fx',
  ])('SRC-2: %s causes no call to storage, but may to the CMS', (name) =>
    withStage({}, async ({ bucket, portal }) => {
      expect(await portal.status(encodeURI(`/fragment/2026/01/${name}`))).toBe(404)
      expect(bucket.calls).toEqual([])
    }),
  )

  test('SRC-1: are in the folder of their own service; the academy’s in that of the business blog', () =>
    withStage({}, async ({ bucket, portal }) => {
      for (const service of ['post', 'bizblog', 'akademia', 'rozrywka']) {
        await portal.ask(fragmentOf(7), { headers: { host: `${service}.localhost` } })
      }
      expect(filesRequested(bucket).map((path) => path.split('/')[1])).toEqual([
        'post',
        'bizblog',
        'bizblog',
        'rozrywka',
      ])
    }))
})

describe('an article that the CMS fails to return', () => {
  test('SRC-8: comes from storage, as a page and as AMP (SRC-4), for a minute everywhere (CACHE-15)', () =>
    withStage({ variables: LONG_KEPT }, async ({ hub, portal }) => {
      await hub.refuse()
      for (const path of [pathOf(7), `/wp-json/amp/v2/post${pathOf(8)}`]) {
        const { status, text, headers } = await portal.ask(path)
        expect([path, status, /Kopia [78] z\u00a0magazynu/.test(text)]).toEqual([path, 200, true])
        expect(headers['cache-control']).toContain('max-age=60')
        expect(headers['surrogate-control']).toBeUndefined()
      }
      await hub.accept()
    }))

  test('SRC-8: is 503 when storage does not have it either, and never 404', () =>
    withStage({}, async ({ hub, bucket, portal }) => {
      await hub.refuse()
      expect(await portal.status(pathOf(95))).toBe(503)
      expect(bucket.countOf(fileOf(95))).toBe(1)
      await logged(portal, 'Błąd podczas pobierania postu: 404')
      await hub.accept()
    }))

  test.each<[string, Behaviour]>([
    ['hangs', { manner: 'hang' }],
    ['answers 500', { status: 500 }],
    ['answers garbage', { body: '<html>' }],
    ['answers without required fields', { body: '{"ID":1}' }],
    ['redirects to another host', { location: 'http://127.0.0.1:9/x' }],
  ])('SRC-8: comes from storage when the CMS %s', (_name, behaviour) =>
    withStage({}, async ({ hub, portal }) => {
      hub.misbehave(cmsCallOf(7), behaviour)
      const { status, text } = await portal.ask(pathOf(7))
      expect([status, text.includes(FROM_STORAGE(7))]).toEqual([200, true])
    }),
  )

  test('SRC-8: comes from storage after a second while the whole CMS hangs, and nothing next to it is waited for (RES-17)', () =>
    withStage({}, async ({ hub, bucket, portal }) => {
      hub.misbehaveAll({ manner: 'hang' })
      const { status, text, ms } = await portal.ask(pathOf(7))
      console.info(`first page of storage while the CMS hangs: after ${Math.round(ms)} ms`)
      expect([status, text.includes(FROM_STORAGE(7)), bucket.countOf(fileOf(7))]).toEqual([200, true, 1])
      // The deadlines of the CMS' own and of the lists next to it are 6.5 s.
      expect(ms).toBeLessThan(4 * SECOND)
    }))

  test('SRC-8: comes in time from a slow storage when the CMS hangs', () =>
    withStage({}, async ({ hub, bucket, portal }) => {
      hub.misbehave(cmsCallOf(7), { manner: 'hang' })
      bucket.slowDown(1800)
      const { status, ms } = await portal.ask(pathOf(7))
      expect(status).toBe(200)
      expect(ms).toBeLessThan(FAILURE_DEADLINE)
    }))

  test('SRC-8: is the first of the two; a late one of the CMS is that of the next page', () =>
    withStage({ variables: { PAGE_CACHE: 'off' } }, async ({ hub, portal }) => {
      hub.misbehave(cmsCallOf(7), { delay: 3000, body: JSON.stringify({ ...postInStorage(7), title: 'Powolny' }) })
      const titleOf = async () => /<h1>(.*?)<\/h1>/.exec((await portal.ask(pathOf(7))).text)?.[1]
      expect(await titleOf()).toBe('Kopia 7')
      expect(await until(titleOf, (title) => title === 'Powolny')).toBe('Powolny')
      expect(hub.countOf(cmsCallOf(7))).toBe(1)
    }))

  test('SRC-8: is awaited when the CMS is slow and storage does not have it', () =>
    withStage({}, async ({ hub, portal }) => {
      hub.misbehave(cmsCallOf(95), { delay: 2000, body: JSON.stringify({ ...postInStorage(95), title: 'Powolny' }) })
      const { status, text } = await portal.ask(pathOf(95))
      expect([status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]]).toEqual([200, 'Powolny'])
    }))

  test('SRC-8: is the stale one of the CMS while that is cached', () =>
    withStage({ clock: true, variables: { PAGE_CACHE: 'off' } }, async ({ hub, bucket, portal }) => {
      await portal.ask(pathOf(7))
      await hub.refuse()
      await portal.moveClock({ pass: 20 * MINUTE })
      const { status, text } = await portal.ask(pathOf(7))
      expect([status, text.includes(FROM_CMS(7)), bucket.countOf(fileOf(7))]).toEqual([200, true, 0])
      await hub.accept()
    }))

  test('SRC-8: is that of storage for a minute, and that of the CMS again when it recovers', () =>
    withStage({ clock: true, variables: { PAGE_CACHE: 'off' } }, async ({ hub, bucket, portal }) => {
      hub.misbehave(cmsCallOf(7), { status: 500 })
      await portal.ask(pathOf(7))
      const callsBefore = hub.countOf(cmsCallOf(7))
      await portal.moveClock({ pass: 50 * SECOND })
      expect((await portal.ask(pathOf(7))).text.includes(FROM_STORAGE(7))).toBe(true)
      expect([hub.countOf(cmsCallOf(7)), bucket.countOf(fileOf(7))]).toEqual([callsBefore, 1])
      hub.recover()
      await portal.moveClock({ pass: 11 * SECOND })
      expect((await portal.ask(pathOf(7))).text.includes(FROM_CMS(7))).toBe(true)
    }))

  test('SRC-8: is 404 when the CMS says so, without a call to storage', () =>
    withStage({}, async ({ hub, bucket, portal }) => {
      hub.misbehave(cmsCallOf(7), { status: 404 })
      expect([await portal.status(pathOf(7)), bucket.calls]).toEqual([404, []])
    }))
})

describe('a storage that fails', () => {
  const hostile: Array<[string, Behaviour, string]> = [
    ['500', { status: 500 }, '500'],
    ['403', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }, '403'],
    ['garbage', { body: '\u0000<html>' }, 'not-json'],
    ['JSON that is not an article', { body: '[1,2,3]' }, '200'],
    ['another article', { body: JSON.stringify(postInStorage(8)) }, '200'],
    ['an endless response', { manner: 'flood', body: 'x'.repeat(65_536) }, 'too-large'],
    ['half of a response', { manner: 'stall', body: JSON.stringify(postInStorage(7)) }, 'timeout'],
    ['nothing', { manner: 'hang' }, 'timeout'],
    ['a closed connection', { manner: 'cut' }, 'unreachable'],
  ]
  test.each(hostile)('SRC-11: answers %s: the CMS returns the article', (_name, behaviour, why) =>
    withStage({}, async ({ bucket, portal }) => {
      bucket.misbehaveAll(behaviour)
      const { status, text } = await portal.ask(fragmentOf(7))
      expect([status, text.includes(FROM_CMS(7))]).toEqual([200, true])
      await logged(portal, `Błąd podczas pobierania postu: ${why}`)
    }),
  )

  test('SRC-11: a redirect to another host is not followed', async () => {
    const elsewhere = await startHub()
    await withStage({}, async ({ bucket, portal }) => {
      bucket.misbehaveAll({ location: `${elsewhere.url}/x` })
      expect((await portal.ask(fragmentOf(7))).text.includes(FROM_CMS(7))).toBe(true)
      expect(elsewhere.calls).toEqual([])
    })
    await elsewhere.close()
  })

  test('SRC-11: is not called for a while once it hangs; the CMS is called at once', () =>
    withStage({}, async ({ bucket, portal }) => {
      bucket.misbehaveAll({ manner: 'hang' })
      await Promise.all([11, 12, 13].map((number) => portal.ask(fragmentOf(number))))
      const callsBefore = bucket.calls.length
      const { status, ms } = await portal.ask(fragmentOf(14))
      expect([status, bucket.calls.length]).toEqual([200, callsBefore])
      expect(ms).toBeLessThan(SECOND)
    }))

  test('SRC-11: does not open the breaker of the CMS, even on the same host', () =>
    withStage({}, async ({ hub }) => {
      hub.misbehaveAll(({ path }) => (path.includes('/wp_wpisy/') ? { manner: 'cut' } : undefined))
      const portal = await startProcess({ CONTENT: 'hub', CMS_URL: hub.url, CONTENT_BUCKET_URL: `${hub.url}/magazyn` })
      await portal.ready()
      const statuses = await Promise.all([11, 12, 13].map((number) => portal.status(fragmentOf(number))))
      expect(statuses).toEqual([200, 200, 200])
      expect(await portal.status(pathOf(20))).toBe(200)
      await portal.stop()
      expect(hub.calls.filter(({ path }) => path.startsWith('/magazyn/bizblog/wp_wpisy/')).length).toBeGreaterThan(1)
    }))

  test('SRC-11: receives no credentials of the CMS', () =>
    withStage({ variables: { CMS_USER: 'portal', CMS_KEY: 'klucz-do-cms' } }, async ({ hub, bucket, portal }) => {
      await portal.ask(fragmentOf(7))
      expect(bucket.calls.map(({ headers }) => headers.authorization)).toEqual([undefined])
      expect(hub.calls[0]?.headers.authorization).toMatch(/^Basic /)
    }))
})

test.each(['embedded', 'wordpress'])(
  'SRC-1: object storage is unused with CONTENT=%s, and the log says so',
  async (content) => {
    const portal = await startProcess({
      CONTENT: content,
      CMS_URL: 'http://127.0.0.1:9',
      CONTENT_BUCKET_URL: 'http://127.0.0.1:9',
    })
    await portal.listening()
    await until(
      () => messages(portal).join(' '),
      (all) => all.includes('CONTENT_BUCKET_URL: articles are read from'),
    )
    await portal.stop()
  },
)

function numberIn(path: string): number {
  return Number(/artykul-(\d+)/.exec(path)?.[1])
}
