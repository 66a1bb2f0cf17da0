import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { messages } from '../support/customer-site.ts'
import { createFigures, MEGABYTE, megabytes, milliseconds } from '../support/figures.ts'
import { firstLine } from '../support/first-line.ts'
import type { Behaviour } from '../support/hub-server.ts'
import { pipeline } from '../support/pipeline.ts'
import type { PortalProcess } from '../support/process.ts'
import { read } from '../support/readers.ts'
import { settledMemory } from '../support/settled-memory.ts'
import { until } from '../support/until.ts'
import { ARTICLE_CALLS, articlePath, FAILURE_DEADLINE, UNAVAILABLE, warm, withStage } from './stage.ts'

const figures = createFigures()
afterAll(() => figures.print())

/** Permitted growth above the warm process. */
const MAX_OF_A_RESPONSE = 50 * MEGABYTE
const MAX_OF_JUNK = 90 * MEGABYTE
/** Two kilobytes kept of each of them are too much. */
const JUNK = 20_000
const TEST_TIME = 600_000

const isCounted = existsSync('/proc/self/status')
if (!isCounted) console.warn('no /proc here: what the portal takes of the memory is not measured')

/** Runs something and returns the peak and the lasting growth of the portal's memory. */
async function growth(portal: PortalProcess, run: () => Promise<void>): Promise<{ peak: number; lasting: number }> {
  if (!isCounted) {
    await run()
    return { peak: 0, lasting: 0 }
  }
  await portal.forgetPeak()
  const before = (await portal.memory()).resident
  await run()
  const { peak, resident } = await portal.memory()
  return { peak: peak - before, lasting: resident - before }
}

/** The memory of a server after its first pages: compiled code, the newest lists. */
async function settle(portal: PortalProcess): Promise<void> {
  await warm(portal, [
    '/',
    '/kategoria/edukacja',
    '/search?s=klucz',
    ...Array.from({ length: 50 }, (_, n) => articlePath(n)),
  ])
  await pipeline({ port: portal.port, count: 2000, pathOf: (index) => `/2026/01/nie-bylo-${index % 300}?zm=${index}` })
  await settledMemory(async () => (await portal.memory()).resident)
}

/** 100 MB of brackets, compressed a megabyte at a time: a stream of gzip members with 100 kB. */
const bomb = Buffer.concat(Array.from({ length: 100 }, () => gzipSync(Buffer.alloc(MEGABYTE, '['))))

const ENDLESS: Array<[string, Behaviour]> = [
  ['100 MB of JSON', { body: Buffer.alloc(100 * MEGABYTE, '[') }],
  ['a body without an end', { manner: 'flood', body: Buffer.alloc(64 * 1024, '[') }],
  ['a gzip bomb of 100 MB', { body: bomb, headers: { 'content-encoding': 'gzip' } }],
]

test(
  '100 MB of JSON, a body without an end and a gzip bomb of 100 MB for an article are 503 pages and cost less than 50 MB, also the third time',
  () =>
    withStage({}, async ({ hub, portal }) => {
      await settle(portal)
      // What one leaves free is some 40 MB: a body of 100 MB that is kept whole takes more than 50 on top of it.
      for (const [kind, [fault, behaviour]] of ENDLESS.entries()) {
        const numbers = [0, 1, 2].map((nth) => 1000 + 10 * kind + nth)
        for (const number of numbers) hub.misbehave(ARTICLE_CALLS + articlePath(number), behaviour)
        const askForAll = async () => {
          for (const number of numbers) {
            const response = await portal.ask(articlePath(number))
            expect([fault, response]).toMatchObject([fault, UNAVAILABLE])
            expect(response.ms).toBeLessThan(FAILURE_DEADLINE)
          }
        }
        const { peak, lasting } = await growth(portal, askForAll)
        figures.add(
          `CMS sends ${fault}, three times`,
          `RSS + ${megabytes(peak)} at most, + ${megabytes(lasting)} after`,
          'RSS + 50 MB',
        )
        expect([fault, peak <= MAX_OF_A_RESPONSE]).toEqual([fault, true])
        // A breaker that opened would keep the next fault away.
        await warm(portal, [articlePath(1100 + kind)])
      }
    }),
  TEST_TIME,
)

/** Paths that do not exist: no such article, list, page, AMP document, feed or file. */
const NOWHERE: Array<(index: number) => string> = [
  (index) => `/2026/01/nie-ma-${index}`,
  (index) => `/kategoria/nie-ma-${index}`,
  (index) => `/tag/z-1/page/x${index}`,
  (index) => `/tag/nie-ma-${index}/page/0`,
  (index) => `/wp-json/amp/v2/post/2026/01/nie-ma-${index}`,
  (index) => `/author/nie-ma-${index}/page/1`,
  (index) => `/assets/nie-ma-${index}.js`,
  (index) => `/amp/2026/01/nie-ma-${index}`,
  (index) => `/kategoria/nie-ma-${index}/page/0?a=${index}`,
  (index) => `/assets/${index}/nie-ma.css`,
]

/** Queries without effect, or with absurd values. */
const JUNK_QUERIES: Array<(index: number) => string> = [
  (index) => `${articlePath(index % 50)}?utm_source=${index}`,
  (index) => `/?s=${index}`,
  (index) => `${articlePath(index % 50)}?page=${index}`,
  (index) => `/kategoria/edukacja?cat=${index}`,
  (index) => `${articlePath(index % 50)}?fbclid=${index}&page=${index}&cat=x${index}`,
  (index) => `/?${index}`,
  (index) => `/kategoria/edukacja?s=a&s=${index}`,
  (index) => `/api/feed/feed-gn?s=${index}`,
  (index) => `${articlePath(index % 50)}?s=%D0%B0${index}`,
  (index) => `/search?s=bzdura${index}`,
]

test.each([
  ['distinct addresses of nothing', NOWHERE],
  ['distinct junk queries', JUNK_QUERIES],
])(
  `${JUNK} %s cost less than 90 MB, and push no article out`,
  (what, paths) =>
    withStage({}, async ({ hub, portal }) => {
      await settle(portal)
      const startedAt = performance.now()
      let statuses = {}
      const { peak, lasting } = await growth(portal, async () => {
        statuses = await pipeline({
          port: portal.port,
          count: JUNK,
          pathOf: (index) => paths[index % paths.length]?.(index) ?? '/',
        })
      })
      figures.add(
        `${JUNK} ${what}`,
        `RSS + ${megabytes(peak)} at most, + ${megabytes(lasting)} after; ${JSON.stringify(statuses)} in ${milliseconds(performance.now() - startedAt)}`,
        'RSS + 90 MB',
      )
      expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([])
      const before = hub.calls.length
      for (let number = 0; number < 50; number++) {
        const { headers } = await portal.ask(articlePath(number))
        expect(['hit', 'stale']).toContain(headers['x-cache'])
      }
      expect(hub.calls.slice(before).filter(({ path }) => path.includes('nie-'))).toEqual([])
      expect(peak).toBeLessThanOrEqual(MAX_OF_JUNK)
    }),
  TEST_TIME,
)

/** Paragraphs that differ, up to 5 MB of JSON. */
function hugeArticle(): string {
  const paragraph = (index: number) => ({
    blockName: 'core/paragraph',
    attrs: {},
    innerHTML: `<p>Akapit ${index}: ${'zażółć gęślą jaźń '.repeat(20)}</p>`,
    innerBlocks: [],
  })
  const one = Buffer.byteLength(JSON.stringify(paragraph(10_000))) + 1
  return JSON.stringify({
    ID: 1,
    type: 'post',
    title: 'Bardzo długi artykuł',
    relative_link: '/2026/01/bardzo-dlugi',
    publication_date: '2026-01-05 10:00:00',
    blocks: Array.from({ length: Math.floor((5 * MEGABYTE) / one) }, (_, index) => paragraph(index)),
  })
}

test(
  'an article of 5 MB is a page like any other, up to its cut, and the others are served meanwhile (COST-3)',
  () =>
    withStage({}, async ({ hub, portal }) => {
      await settle(portal)
      const body = hugeArticle()
      hub.misbehave(`${ARTICLE_CALLS}/2026/01/bardzo-dlugi`, { body })
      let isThere = false
      const others = read({
        port: portal.port,
        readers: 5,
        pathOf: (index) => (isThere ? undefined : articlePath(index % 50)),
      })
      let response: Awaited<ReturnType<PortalProcess['ask']>> | undefined
      const { peak } = await growth(portal, async () => {
        response = await portal.ask('/2026/01/bardzo-dlugi').finally(() => {
          isThere = true
        })
      })
      const { statuses, times, lost } = await others
      figures.add(
        `an article of ${megabytes(Buffer.byteLength(body))}`,
        `200 after ${milliseconds(response?.ms ?? 0)}, others wait ${milliseconds(Math.max(...times))} at most, RSS + ${megabytes(peak)}`,
        'all 200',
      )
      expect(response?.status).toBe(200)
      expect(response?.text).toContain('Akapit 0:')
      expect(response?.text).toContain(messages.article.cut)
      expect(Buffer.byteLength(response?.text ?? '')).toBeGreaterThan(MEGABYTE)
      expect([Object.keys(statuses), lost]).toEqual([['200'], []])
    }),
  TEST_TIME,
)

const SLOW_READERS = 500

// It mostly waits: the other tests run meanwhile.
test.concurrent(
  `${SLOW_READERS} readers that stop reading cost nobody a page, little memory, and are let go`,
  () =>
    withStage({}, async ({ hub, portal }) => {
      await settle(portal)
      // More than the system's socket buffers take.
      hub.misbehave(`${ARTICLE_CALLS}/2026/01/bardzo-dlugi`, { body: hugeArticle() })
      await warm(portal, ['/2026/01/bardzo-dlugi'])
      const sockets: Socket[] = []
      const before = isCounted ? await portal.openFiles() : 0
      const { peak } = await growth(portal, async () => {
        for (let reader = 0; reader < SLOW_READERS; reader++) {
          const socket = connect(portal.port, '127.0.0.1')
          socket.on('error', () => {})
          // A socket reads on by default: this one reads one piece and stops.
          socket.once('data', () => socket.pause())
          socket.write('GET /2026/01/bardzo-dlugi HTTP/1.1\r\nHost: portal\r\n\r\n')
          sockets.push(socket)
        }
        await wait(2000)
        const { statuses, times, lost } = await read({
          port: portal.port,
          readers: 10,
          pathOf: (index) => (index < 500 ? articlePath(index % 50) : undefined),
        })
        expect([statuses, lost]).toEqual([{ 200: 500 }, []])
        figures.add(
          `${SLOW_READERS} readers that stop reading 4 MB`,
          `others wait ${milliseconds(Math.max(...times))} at most`,
          'all 200',
        )
      })
      const startedAt = performance.now()
      // Counted at the server: a client that has stopped reading does not notice that the connection is closed.
      const held = async () => (isCounted ? (await portal.openFiles()) - before : 0)
      const left = await until(held, (count) => count < 10, 90_000)
      figures.add(
        `${SLOW_READERS} readers that stop reading 4 MB`,
        `RSS + ${megabytes(peak)}; all but ${left} let go after ${milliseconds(performance.now() - startedAt)}`,
        'RSS + 90 MB, all let go',
      )
      for (const socket of sockets) socket.destroy()
      // The page is in memory once: a copy for each reader would be 2 GB.
      expect(peak).toBeLessThanOrEqual(MAX_OF_JUNK)
    }),
  TEST_TIME,
)

// It mostly waits, too.
test.concurrent(
  'a body that never comes ends with a response within 30 s or little more',
  () =>
    withStage({}, async ({ portal }) => {
      const head =
        'POST /api/sare/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n{'
      const startedAt = performance.now()
      expect(await firstLine(portal.port, head)).toMatch(/^HTTP\/1.1 4\d\d /)
      const took = performance.now() - startedAt
      figures.add('a body of a gigabyte that never comes', `given up after ${milliseconds(took)}`, '30 s and a little')
      expect(took).toBeLessThan(34_000)
    }),
  TEST_TIME,
)
