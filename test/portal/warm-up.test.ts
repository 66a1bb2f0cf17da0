import type { RankedArticle } from '../../src/content/most-read.ts'
import { createPageCache } from '../../src/edge/page-cache/page-cache.ts'
import type { Currency } from '../../src/edge/page-cache/renewal.ts'
import { PAGE_LIFETIMES } from '../../src/http/cache-lifetimes.ts'
import { createLog } from '../../src/observability/log/log.ts'
import { type WarmUpSettings, warmUp } from '../../src/portal/warm-up.ts'
import { readEnv } from '../support/customer-site.ts'

const { services } = readEnv({
  SERVICE_URL_AKADEMIA: 'https://akademia.example',
  SERVICE_URL_POST: 'https://post.example',
})
const log = createLog({ level: 'silent', secrets: [] })
const ranked = (count: number, score: (index: number) => number, prefix = '/2026/01/'): RankedArticle[] =>
  Array.from({ length: count }, (_, index) => ({ path: `${prefix}${index}`, score: score(index), views: 1 }))

/** @returns what was fetched, in order, and how many at most at once */
async function run(
  settings: Partial<WarmUpSettings>,
  currencyOf: (url: string) => Currency | Promise<Currency> = () => 'whole',
) {
  const fetched: string[] = []
  let running = 0
  let most = 0
  await warmUp({
    pages: 100,
    milliseconds: 5000,
    services,
    fallback: 'akademia',
    pageCache: createPageCache(1024 * 1024),
    renew: async (host, url) => {
      fetched.push(host + url)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      const currency = await currencyOf(url)
      running -= 1
      return currency
    },
    hottest: async () => [],
    signal: new AbortController().signal,
    log,
    ...settings,
  })
  return { fetched, most }
}

test('REL-8 front pages of services that are read come first, then articles, the most read of all services first', async () => {
  const hottest = async (service: string) => {
    if (service === 'akademia') return ranked(2, (index) => 10 - index, '/a/')
    return service === 'post' ? ranked(2, (index) => 30 - 25 * index, '/p/') : []
  }
  const { fetched } = await run({ hottest })
  expect(fetched).toEqual([
    ...['post.example/', 'akademia.example/'],
    ...['post.example/p/0.html', 'akademia.example/a/0', 'akademia.example/a/1', 'post.example/p/1.html'],
  ])
  expect((await run({ hottest, pages: 3 })).fetched).toEqual(fetched.slice(0, 3))
})

test('REL-8 without counts, or without a store that says them, it is the front page of the default service', async () => {
  expect((await run({})).fetched).toEqual(['akademia.example/'])
  const failing = async (): Promise<never> => {
    throw new Error('away')
  }
  expect((await run({ hottest: failing })).fetched).toEqual(['akademia.example/'])
  expect((await run({ pages: 0 })).fetched).toEqual([])
  expect((await run({ pageCache: undefined })).fetched).toEqual([])
})

test('REL-8 four pages at a time; those that are there already are not fetched', async () => {
  const pageCache = createPageCache(1024 * 1024)
  const response = { status: 200, headers: {}, body: Buffer.from('x') }
  pageCache.set({ service: 'akademia', url: '/2026/01/1' }, response, PAGE_LIFETIMES.article.policy, 0)
  const hottest = async (service: string) => (service === 'akademia' ? ranked(40, (index) => 100 - index) : [])
  const { fetched, most } = await run({ hottest, pageCache })
  expect([fetched.length, most, fetched.includes('akademia.example/2026/01/1')]).toEqual([40, 4, false])
})

test('REL-8 it ends in time whatever the CMS does, and stops where the CMS fails or the process ends', async () => {
  const hottest = async (service: string) => (service === 'akademia' ? ranked(40, () => 1) : [])
  const hanging = await run({ hottest, milliseconds: 50 }, () => new Promise<never>(() => {}))
  expect(hanging.fetched).toHaveLength(4)
  const never = () => new Promise<never>(() => {})
  expect((await run({ hottest: never, milliseconds: 50 })).fetched).toEqual([])
  const failing = await run({ hottest }, () => 'old')
  // Those under way when the third one failed.
  expect(failing.fetched.length).toBeLessThanOrEqual(7)
  const controller = new AbortController()
  controller.abort()
  expect((await run({ hottest, signal: controller.signal })).fetched).toEqual([])
})

test('REL-8 what the store says is no other URL than a path of an article', async () => {
  const paths = ['//evil.example/x', 'https://evil.example/x', `/${'a'.repeat(3000)}`, '', '/2026/01/ok']
  const hottest = async (service: string) =>
    service === 'akademia' ? paths.map((path) => ({ path, score: 1, views: 1 })) : []
  for (const url of (await run({ hottest })).fetched) expect(url).toMatch(/^akademia\.example\/(?!\/)[^\s]*$/)
})
