import { setTimeout as wait } from 'node:timers/promises'
import { gather } from '../support/crowd.ts'
import { createFigures, milliseconds } from '../support/figures.ts'
import { firstLine } from '../support/first-line.ts'
import { read } from '../support/readers.ts'
import { until } from '../support/until.ts'
import { ARTICLE_CALLS, articlePath, articleText, NEWEST_CALL, warm, withStage } from './stage.ts'

const figures = createFigures()
afterAll(() => figures.print())

const TEST_TIME = 60_000
const READERS = 1000
/** The first crowd reaches a server that still has to compile its code. */
const TURNS = 5
/** The CMS takes this long for an article in these tests. Milliseconds. */
const UPSTREAM = 500

test(
  `${READERS} cold readers of one address are one call of the CMS and one rendering, and all get the page (CACHE-3)`,
  () =>
    withStage({}, async ({ hub, portal }) => {
      await warm(portal, ['/', articlePath(0)])
      const crowd = gather(portal.port, 'Accept-Encoding: br\r\n')
      hub.slowDown(UPSTREAM)
      const ratios: number[] = []
      try {
        for (let turn = 0; turn < TURNS; turn++) {
          const [alone, together] = [articlePath(1000 + turn), articlePath(2000 + turn)]
          const { ms: one } = await crowd.ask(alone, 1)
          const { ms: all, statuses } = await crowd.ask(together, READERS)
          ratios.push(all / one)
          expect(statuses).toEqual({ 200: READERS })
          expect(hub.countOf(ARTICLE_CALLS + together)).toBe(1)
        }
      } finally {
        crowd.leave()
      }
      figures.add(
        `one address, ${READERS} cold readers, ${TURNS} times`,
        `${READERS} x 200, 1 upstream call; times one reader alone: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
        'all 200, 1 call, 1.2 times',
      )
      expect(hub.countOf(NEWEST_CALL)).toBe(1)
    }),
  TEST_TIME,
)

test(
  'SIGTERM while 50 readers request cached and cold pages of a slow CMS loses no request (RUN-4)',
  () =>
    withStage({ variables: { LOG_LEVEL: 'info' } }, async ({ hub, portal }) => {
      await warm(portal, [articlePath(0)])
      hub.slowDown(200)
      let isAsking = true
      let requests = 0
      const pathOf = (index: number) => {
        requests = index
        return isAsking ? articlePath(index % 3 === 0 ? 1000 + index : 0) : undefined
      }
      const reading = read({ port: portal.port, readers: 50, pathOf })
      await wait(1000)
      const before = requests
      const toldAt = performance.now()
      portal.child.kill('SIGTERM')
      const code = await portal.exit()
      const took = performance.now() - toldAt
      isAsking = false
      const { statuses, lost } = await reading
      figures.add(
        'SIGTERM under 50 keep-alive readers',
        `${lost.length} of ${requests} requests lost, exit ${code} after ${milliseconds(took)}`,
        '0 lost, exit 0 within 10 s',
      )
      expect([code, lost, Object.keys(statuses)]).toEqual([0, [], ['200']])
      expect(took).toBeLessThan(10_000)
      expect(before).toBeGreaterThan(50)
    }),
  TEST_TIME,
)

/** Malformed or malicious requests, and the status lines that they may get. */
const MALFORMED: Array<[string, string, RegExp]> = [
  ['no request at all', 'zażółć gęślą jaźń\r\n\r\n', /^HTTP\/1.1 400 /],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', /^HTTP\/1.1 400 |^$/],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1.1 400 /],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', /^HTTP\/1.1 400 /],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\\c:99999\r\n\r\n', /^HTTP\/1.1 (?:200|400) /],
  ['a method nobody knows', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 4\d\d /],
  ['a method that is not allowed', 'DELETE / HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 405 /],
  ['an address without a slash', 'GET cos HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 4\d\d /],
  ['the address of another site', 'GET http://zly.example/ HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 (?:200|4\d\d) /],
  ['an escape that is none', 'GET /%zz%f HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
  ['half a character', 'GET /%c5 HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
  ['a zero byte', 'GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
  ['a way out of the folder', 'GET /assets/..%2f..%2fpackage.json HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 4\d\d /],
  ['two slashes and a host', 'GET //zly.example/%2f.. HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 (?:301|4\d\d) /],
  ['an address of 10 kB', `GET /${'a'.repeat(10_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, /^HTTP\/1.1 414 /],
  ['a header of 100 kB', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1.1 431 |^$/],
  ['a thousand headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(1000)}\r\n`, /^HTTP\/1.1 (?:200|431) /],
  ['a line break in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\rX-C: d\r\n\r\n', /^HTTP\/1.1 400 /],
  [
    'two lengths',
    'POST /api/sare/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
    /^HTTP\/1.1 400 /,
  ],
  [
    'a length and chunks',
    'POST /api/sare/ HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HTTP\/1.1 400 /,
  ],
  [
    'JSON that is none',
    'POST /api/sare/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{"a":',
    /^HTTP\/1.1 4\d\d /,
  ],
  ['a range', 'GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=9-1,a-b,-0\r\n\r\n', /^HTTP\/1.1 200 /],
  [
    'conditions that make no sense',
    'GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: ",,W/\r\nIf-Modified-Since: jutro\r\n\r\n',
    /^HTTP\/1.1 200 /,
  ],
  [
    'encodings that make no sense',
    'GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ;q=,br;q=0,*;q=x\r\n\r\n',
    /^HTTP\/1.1 200 /,
  ],
]

test(
  'malformed requests are refused one by one, none is a server error, and the next reader is served',
  () =>
    withStage({}, async ({ portal }) => {
      await warm(portal, ['/'])
      const wrong: string[] = []
      for (const [what, bytes, expected] of MALFORMED) {
        const line = await firstLine(portal.port, bytes)
        if (!expected.test(line)) wrong.push(`${what}: ${line}`)
        expect(await portal.status('/')).toBe(200)
      }
      figures.add(
        'malformed requests',
        `${MALFORMED.length - wrong.length} of ${MALFORMED.length} answered as they should`,
        'all, no 5xx',
      )
      expect(wrong).toEqual([])
      expect(portal.lines().filter(({ level }) => Number(level) >= 50)).toEqual([])
    }),
  TEST_TIME,
)

const PURGE_TOKEN = 'purge-token'

test(
  'a refresh that is under way during a purge does not bring the old page back',
  () =>
    withStage({ clock: true, variables: { PURGE_TOKEN } }, async ({ hub, portal }) => {
      const path = articlePath(7)
      await warm(portal, [path])
      const old = await (await fetch(`${hub.url}${ARTICLE_CALLS}${path}`)).text()
      const renewed = old.replaceAll(articleText(7), 'Po poprawce ')
      // The first call reads the article before the change, and responds late.
      hub.misbehave(ARTICLE_CALLS + path, (nth) => (nth === 1 ? { body: old, delay: 1000 } : { body: renewed }))
      await portal.moveClock({ pass: 120_000 })
      const before = hub.countOf(ARTICLE_CALLS + path)
      expect((await portal.ask(path)).text.includes(articleText(7))).toBe(true)
      while (hub.countOf(ARTICLE_CALLS + path) === before) await wait(10)
      const purged = await portal.ask('/ops/purge', {
        method: 'POST',
        headers: { authorization: `Bearer ${PURGE_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ paths: [path] }),
      })
      expect(JSON.parse(purged.text)).toEqual({ purged: 1 })
      // The last reader who may see the old page, and who starts the refresh.
      await portal.ask(path)
      const seen: string[] = []
      for (const startedAt = performance.now(); performance.now() - startedAt < 2000; await wait(50)) {
        const { text, headers } = await portal.ask(path)
        seen.push(`${text.includes('Po poprawce ') ? 'new' : 'old'} ${headers['x-cache']}`)
      }
      const firstNew = seen.indexOf('new hit')
      const after = seen.slice(firstNew)
      figures.add(
        'purge while a refresh is under way',
        `new page from reader ${firstNew + 2} on, then the old one ${after.filter((page) => page !== 'new hit').length} times`,
        '0 times',
      )
      expect(firstNew).toBeGreaterThanOrEqual(0)
      expect(new Set(after)).toEqual(new Set(['new hit']))
    }),
  TEST_TIME,
)

test(
  'a block that throws is left out, the rest of the page is there, and one log line names it (BLOCK-4)',
  () =>
    withStage({ preload: 'throwing-number.mjs' }, async ({ hub, portal }) => {
      const path = articlePath(9)
      const article = JSON.parse(await (await fetch(`${hub.url}${ARTICLE_CALLS}${path}`)).text())
      const chart = (title: string, value: number) => ({
        blockType: 'chart',
        blockName: 'acf/chart',
        attrs: {
          name: 'acf/chart',
          data: {
            title,
            type: 'bar',
            series: [
              { label: 'Słupek', value },
              { label: 'Drugi', value: 1 },
            ],
          },
        },
        innerHTML: '',
        innerBlocks: [],
      })
      const blocks = [chart('Wykres dobry', 5), chart('Wykres zepsuty', 666.666), ...article.blocks]
      hub.misbehave(ARTICLE_CALLS + path, { body: JSON.stringify({ ...article, blocks }) })
      for (const target of [path, `/wp-json/amp/v2/post${path}`, path]) {
        const { status, text } = await portal.ask(target)
        const has = [articleText(9), 'Wykres dobry', 'Wykres zepsuty'].map((part) => text.includes(part))
        expect([target, status, ...has]).toEqual([target, 200, true, true, false])
      }
      const defects = () => portal.lines().filter((line) => JSON.stringify(line).includes('a defect of this block'))
      await until(defects, (lines) => lines.length >= 2)
      const reports = defects()
      figures.add(
        'a throwing block',
        `left out, ${reports.length} log lines for two outputs and three pages`,
        '1 for each output',
      )
      expect(reports).toMatchObject([
        { call: path, field: 'chart' },
        { call: `amp ${path}`, field: 'chart' },
      ])
    }),
  TEST_TIME,
)
