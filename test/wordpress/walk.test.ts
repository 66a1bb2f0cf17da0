import { randomBytes } from 'node:crypto'
import { JSDOM } from 'jsdom'
import pLimit from 'p-limit'
import { z } from 'zod'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { articleText } from '../support/article-text.ts'
import { startTestPortal, type TestPortal, type TestResponse } from '../support/portal.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { firstOutOfOrder, missingWords } from '../support/visible-text.ts'
import { fullContent } from './content.ts'
import { differences } from './differences.ts'
import { describeEachWordPress } from './each-version.ts'
import { EXPORT } from './exported.ts'
import { listedPaths, ownWords, portalWords } from './own-rendering.ts'
import { CANARIES } from './private.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const ORIGIN = 'https://akademia.szpalta.test'
/** Maximum number of WordPress calls that a reader waits for, with credentials. */
const MAX_CALLS = 4
/** On the very first start, WordPress is unpacked, installed and filled. */
const START_LIMIT_MS = 150_000
/** Readings of a page and its AMP document that may differ by chance. */
const TRIES = 5
const WALK_LIMIT_MS = 150_000
/** E-mail addresses of the users that the installation and the theme unit test create. */
const ADMINISTRATOR = 'redakcja@gazeta.example'
const EXPORTED_AUTHOR = 'themereviewteam@gmail.com'
/** Posts of the theme unit test, and its pages: the newsroom's have blocks that only its own CMS shows to visitors. */
const EXPORTED = /^\/(?:20[01]\d\/|[^\d])/
/** WordPress shuffles the gallery of this one. */
const SHUFFLED = 'post-format-gallery-tiled'
/** Pages that may be rendered again at the same time. */
const AT_ONCE = 10
const PURGE_TOKEN = 'token-testowy'

const post = z.object({ link: z.string(), content: z.object({ protected: z.boolean() }) })
const listed = z.object({ slug: z.string(), link: z.string(), count: z.number().optional() })

let wordpress: WordPress
/** Takes the portal's traces, without which calls carry no id. */
let traces: Receiver
const seen: Array<{ path: string; response: TestResponse }> = []

const start = (variables: Record<string, string> = {}): Promise<TestPortal> =>
  startTestPortal({
    CONTENT: 'wordpress',
    CMS_URL: wordpress.url,
    CMS_POLL_SECONDS: '0',
    PURGE_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    OTEL_METRICS_EXPORTER: 'none',
    ...variables,
  })

/** A response, and the calls of WordPress that it waited for: those of the request's trace (OBS-5). */
async function traced(portal: TestPortal, path: string): Promise<{ response: TestResponse; calls: string[] }> {
  const traceId = randomBytes(16).toString('hex')
  const response = await portal.get(path, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  return { response, calls: wordpress.callsOf(traceId) }
}

/** Posts and pages as visitors may see them. */
async function published(): Promise<Array<{ link: string; path: string; isProtected: boolean }>> {
  const fields = '_fields=link,content.protected&status=publish'
  const posts = [...(await wordpress.rest.all(`/posts?${fields}`)), ...(await wordpress.rest.all(`/pages?${fields}`))]
  return posts.map((one) => {
    const { link, content } = post.parse(one)
    return { link, path: new URL(link).pathname.replace(/\/$/, ''), isProtected: content.protected }
  })
}

/** Waits until no call of WordPress is under way. */
async function settled(): Promise<void> {
  for (let quiet = 0, count = -1; quiet < 4; quiet = count === wordpress.calls.length ? quiet + 1 : 0) {
    count = wordpress.calls.length
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Several at once, as many as WordPress has workers; the responses in the order of the inputs. */
function inTurns<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(4)
  return Promise.all(items.map((item) => limit(() => ask(item))))
}

/** @param wanted the words of WordPress' own page */
async function textProblems({ text }: TestResponse, wanted: readonly string[], link: string): Promise<string[]> {
  const actual = portalWords(text)
  if (actual === undefined) return ['there is no text']
  const missing = missingWords(wanted, actual)
  if (missing.length > 0) return [`${missing.length} of ${wanted.length} words: ${missing.slice(0, 20).join(' ')}`]
  const word = firstOutOfOrder(wanted, actual)
  // A gallery may have a random order: then WordPress' own page differs each time.
  if (word === undefined || firstOutOfOrder(wanted, await ownWords(link)) !== undefined) return []
  return [`out of order: ${word}`]
}

/** The path of a URL in a page's head; the whole URL when it is on another host. */
function linkedPath({ text }: TestResponse, relation: 'amphtml' | 'canonical'): string | undefined {
  const url = new RegExp(`<link [^>]*rel="${relation}"[^>]*>`).exec(text)?.[0].match(/href="([^"]*)"/)?.[1]
  return url?.startsWith(`${ORIGIN}/`) ? url.slice(ORIGIN.length) : url
}

function canonicalOf(page: TestResponse): string | undefined {
  return decodeURIComponent(linkedPath(page, 'canonical') ?? '')
}

describeEachWordPress('a stock WordPress behind the portal', ({ folder }) => {
  let portal: TestPortal
  /** Calls caused by the first reader of each path. */
  const costs = new Map<string, string[]>()
  /** The words of WordPress' own pages, in the order of `published`. */
  let own: string[][] = []

  /** A gallery in random order changes with each reading of WordPress, which may be between the two. */
  const saysTheSame = async (
    page: TestResponse,
    amp: TestResponse,
    path: string,
    ampPath: string,
  ): Promise<boolean> => {
    let [one, other] = [page, amp]
    for (let tries = 0; tries < TRIES && articleText(other.text) !== articleText(one.text); tries++) {
      one = await portal.get(path)
      other = await portal.get(ampPath)
    }
    return articleText(other.text) === articleText(one.text)
  }

  const visit = async (path: string): Promise<TestResponse> => {
    const { response, calls } = await traced(portal, path)
    // Maps encode letters as WordPress does not: the same page has had its first reader.
    const known = decodeURIComponent(path)
    if (!costs.has(known)) costs.set(known, calls)
    seen.push({ path, response })
    return response
  }

  beforeAll(async () => {
    seen.length = 0
    traces = await startReceiver()
    wordpress = await startWordPress(folder, await fullContent())
    portal = await start({ CMS_USER: wordpress.user, CMS_KEY: wordpress.password })
    await settled()
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
    await traces?.close()
  })

  test('it is WordPress 6.1 or newer', () => {
    expect(wordpress.version).toMatch(/^(6\.[1-9]|[7-9]|\d\d)/)
  })

  test(
    'every post and page: 200, the whole text, its canonical URL, valid AMP with the same text',
    async () => {
      const all = await published()
      own = await inTurns(all, async ({ link, isProtected }) => (isProtected ? [] : ownWords(link)))
      const failures: object[] = []
      for (const [position, { link, path }] of all.entries()) {
        const page = await visit(path)
        // As the page writes it: WordPress encodes letters differently, and AMP documents have one URL each.
        const ampPath = linkedPath(page, 'amphtml') ?? ''
        const amp = await visit(ampPath)
        const isLinked = decodeURIComponent(ampPath) === `/wp-json/amp/v2/post${decodeURIComponent(path)}`
        const problems = [
          ...(page.status === 200 ? [] : [`page ${page.status}`]),
          ...(canonicalOf(page) === decodeURIComponent(path) ? [] : [`canonical ${canonicalOf(page)}`]),
          ...(await textProblems(page, own[position] ?? [], link)),
          ...(isLinked ? [] : [`amphtml ${ampPath}`]),
          ...(amp.status === 200 ? [] : [`AMP ${amp.status}`]),
          ...(await ampProblems(amp.text)),
          ...unvalidatedProblems(new JSDOM(amp.text).window.document),
          ...((await saysTheSame(page, amp, path, ampPath)) ? [] : ['the AMP document says something else']),
        ]
        if (problems.length > 0) failures.push({ path, problems })
      }
      process.stdout.write(`posts and pages: ${all.length - failures.length} of ${all.length}\n`)
      expect(all.length).toBeGreaterThan(40)
      expect(failures).toEqual([])
    },
    WALK_LIMIT_MS,
  )

  test.each([
    { route: '/categories', prefix: '/kategoria/' },
    { route: '/tags', prefix: '/tag/' },
    { route: '/users', prefix: '/author/' },
  ])(
    'every list of $route: 200, canonical, and every post that WordPress lists there',
    async ({ route, prefix }) => {
      const all = (await wordpress.rest.all(`${route}?_fields=slug,link,count`)).map((one) => listed.parse(one))
      const paths = await inTurns(all, ({ link }) => listedPaths(link))
      const failures: object[] = []
      for (const [position, { slug }] of all.entries()) {
        const path = `${prefix}${slug}`
        const page = await visit(path)
        const texts = [page.text]
        const last = Math.max(1, ...[...page.text.matchAll(/\/page\/(\d+)"/g)].map(([, number]) => Number(number)))
        for (let number = 2; number <= last; number += 1) texts.push((await visit(`${path}/page/${number}`)).text)
        const wanted = (paths[position] ?? []).map((one) => one.replace(/\/$/, ''))
        const lost = wanted.filter((one) => !texts.some((text) => text.includes(`href="${one}"`)))
        const isCanonical = canonicalOf(page) === decodeURIComponent(path)
        if (page.status !== 200 || lost.length > 0 || !isCanonical) {
          failures.push({ path, status: page.status, lost, canonical: canonicalOf(page) })
        }
      }
      process.stdout.write(`${route}: ${all.length - failures.length} of ${all.length}\n`)
      expect(all.length).toBeGreaterThan(0)
      expect(failures).toEqual([])
    },
    WALK_LIMIT_MS,
  )

  test(
    'every URL of the sitemaps answers 200, and every public post is among them',
    async () => {
      // A busy machine's WordPress may not have counted its months yet (MAP-8): such an index is fresh for seconds.
      const index = await until(
        () => visit('/sitemap.xml'),
        ({ headers }) => /max-age=900\b/.test(String(headers['cache-control'])),
      )
      const maps = [...index.text.matchAll(/<loc>([^<]+)</g)].map(([, map = '']) => map)
      const paths: string[] = []
      for (const map of maps) {
        const { text } = await visit(map.replace(ORIGIN, ''))
        paths.push(...[...text.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => new URL(url).pathname))
      }
      const failures: object[] = []
      for (const [position, path] of paths.entries()) {
        const { status } = await visit(path)
        if (status !== 200) failures.push({ path, status })
        // Pages that were read a minute ago are rendered again meanwhile: a small machine needs time for that.
        if (position % AT_ONCE === 0) await settled()
      }
      await settled()
      process.stdout.write(`addresses of the sitemaps: ${paths.length - failures.length} of ${paths.length}\n`)
      expect(failures).toEqual([])
      // Posts behind a password are not for search engines.
      const posts = (await published()).filter(({ path }) => /^\/\d{4}\//.test(path))
      const listed = posts.filter(({ path }) => paths.includes(path))
      expect(listed).toEqual(posts.filter(({ isProtected }) => !isProtected))
    },
    WALK_LIMIT_MS,
  )

  test('other pages, feeds and searches respond, and missing ones are 404', async () => {
    const lists = ['/', '/kategoria/najnowsze', '/search?s=klucz', '/search/klucz/1']
    for (const path of lists) expect([path, (await visit(path)).status]).toEqual([path, 200])
    const missing = ['/2012/01/nie-ma', '/nie-ma', '/kategoria/nie-ma', '/tag/nie-ma', '/author/nie-ma']
    for (const path of [...missing, '/kategoria/najnowsze/page/99']) {
      expect([path, (await visit(path)).status]).toEqual([path, 404])
    }
    for (const path of ['/news-sitemap.xml', '/api/feed/rss', '/api/feed/feed-gn']) {
      expect([path, (await visit(path)).status]).toEqual([path, 200])
      await settled()
    }
  })

  test('the first reader of a page waits for at most three calls of WordPress', () => {
    const counts = [...costs].flatMap(
      ([path, calls]): Array<[string, readonly string[]]> => (/\.xml$|^\/api\/feed/.test(path) ? [] : [[path, calls]]),
    )
    const pages = new Map<number, number>()
    for (const [, { length }] of counts) pages.set(length, (pages.get(length) ?? 0) + 1)
    const summary = [...pages].sort(([a], [b]) => a - b).map(([calls, count]) => `${calls} for ${count} addresses`)
    process.stdout.write(`calls of a first reader: ${summary.join(', ')}\n`)
    // The counter sees calls at all.
    expect(counts.filter(([, { length }]) => length > 0).length).toBeGreaterThan(40)
    expect(counts.filter(([, calls]) => calls.length > MAX_CALLS)).toEqual([])
  })

  test('a reader of a page waits for at most three calls also when the portal has cached nothing', async () => {
    const forgetful = await start({ CMS_USER: wordpress.user, CMS_KEY: wordpress.password, PAGE_CACHE: 'off' })
    await settled()
    const posts = await published()
    const paths = ['/', ...posts.filter((_one, index) => index % 9 === 0).map(({ path }) => path)]
    const lists = [
      '/kategoria/najnowsze',
      '/kategoria/najnowsze/page/2',
      '/tag/codex',
      '/kategoria/markup',
      '/search?s=klucz',
    ]
    const calls: Array<[string, string[]]> = []
    for (const path of [...paths, ...lists]) {
      await fetch(`${forgetful.url}/ops/purge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${PURGE_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tags: ['service-akademia'] }),
      })
      await settled()
      calls.push([path, (await traced(forgetful, path)).calls])
    }
    await forgetful.close()
    process.stdout.write(`calls when nothing is known: ${calls.map(([, { length }]) => length).join(' ')}\n`)
    expect(calls.filter(([, { length }]) => length === 0)).toEqual([])
    expect(calls.filter(([, { length }]) => length > MAX_CALLS)).toEqual([])
  })

  test('a reader of a page that was read before causes no call of WordPress', async () => {
    const paths = ['/', ...(await published()).slice(0, 20).map(({ path }) => path), '/kategoria/najnowsze']
    // On a busy machine a page may lack what came late, and is made again when it is read next.
    const calls = await until(
      async () => {
        wordpress.forget()
        for (const path of paths) expect([path, (await portal.get(path)).status]).toEqual([path, 200])
        await settled()
        return [...wordpress.calls]
      },
      ({ length }) => length === 0,
    )
    expect(calls).toEqual([])
  })

  test('none of it makes the portal log an error', () => {
    // A busy machine's WordPress is slow, and a refresh gets no turn, or its response is late: that is about time alone.
    const ofTime = /busy: no turn in half|timeout: no complete answer within/
    const errors = portal.errors().filter((line) => !ofTime.test(JSON.stringify(line)))
    expect(errors).toEqual([])
  })

  test(
    'without credentials every post and page is there with its whole text too, as it is with them (SRC-24)',
    async () => {
      const anonymous = await start()
      const all = await published()
      const failures: object[] = []
      for (const [position, { link, path }] of all.entries()) {
        const response = await anonymous.get(path)
        seen.push({ path, response })
        const problems = await textProblems(response, own[position] ?? [], link)
        if (EXPORT !== undefined && EXPORTED.test(path) && !path.endsWith(SHUFFLED)) {
          const ampPath = `/wp-json/amp/v2/post${path}`
          problems.push(...differences((await portal.get(path)).text, response.text))
          problems.push(...differences((await portal.get(ampPath)).text, (await anonymous.get(ampPath)).text))
        }
        if (response.status !== 200 || problems.length > 0) failures.push({ path, status: response.status, problems })
      }
      await anonymous.close()
      process.stdout.write(`without credentials, posts and pages: ${all.length - failures.length} of ${all.length}\n`)
      expect(failures).toEqual([])
    },
    WALK_LIMIT_MS,
  )

  test('private content of WordPress is in no response of the portal', async () => {
    for (const path of ['draft', 'pending', 'private', 'future'].map((status) => `/2049/01/wpis-${status}`)) {
      expect([path, (await visit(path)).status]).toEqual([path, 404])
    }
    for (const word of Object.values(CANARIES)) await visit(`/search?s=${encodeURIComponent(word)}`)
    const secrets = [...Object.values(CANARIES), wordpress.password, ADMINISTRATOR, EXPORTED_AUTHOR]
    // A search page repeats its query.
    const isOwnQuery = (path: string, secret: string): boolean =>
      path.startsWith('/search') && path.includes(encodeURIComponent(secret))
    const problems = seen.flatMap(({ path, response }) => {
      const whole = `${JSON.stringify(response.headers)}${response.text}`
      return secrets
        .filter((secret) => whole.includes(secret) && !isOwnQuery(path, secret))
        .map((secret) => `${path}: ${secret}`)
    })
    expect(seen.length).toBeGreaterThan(100)
    expect(problems).toEqual([])
    expect(JSON.stringify(portal.logs)).not.toContain(wordpress.password)
  })
})
