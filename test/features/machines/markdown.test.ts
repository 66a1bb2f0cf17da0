import { prefersMarkdown } from '../../../src/features/machines/negotiation.ts'
import { MACHINE_ARTICLE, type MachineSite, startMachineSite } from '../../support/machine-site.ts'
import { until } from '../../support/until.ts'

const MARKDOWN = `${MACHINE_ARTICLE}.md`
const TOKENS = { METRICS_TOKEN: 'a-token-of-twenty-letters', PURGE_TOKEN: 'another-token-of-letters' }
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const paragraph = (words: string) => `<!-- wp:paragraph -->\n<p>${words}</p>\n<!-- /wp:paragraph -->`

let site: MachineSite
beforeAll(async () => {
  site = await startMachineSite({ open: '{ markdown: true }', plain: '{ answers: allow }' }, TOKENS)
})
afterAll(() => site.close())

test.each([
  ['text/markdown', true],
  ['text/markdown, text/html, */*', true],
  ['text/html;q=0.8, text/markdown;q=0.9', true],
  ['text/html, text/markdown;q=0.5', false],
  ['text/markdown;q=0', false],
  [BROWSER, false],
  ['*/*', false],
  ['text/*', false],
  ['', false],
])('Accept: %s prefers Markdown: %s (MACH-6)', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected)
})

test('an article is Markdown at its path and .md, with its page as canonical URL (MACH-6)', async () => {
  const { status, headers, text } = await site.ask('open', MARKDOWN)
  expect([status, headers['content-type'], headers.vary]).toEqual([
    200,
    'text/markdown; charset=utf-8',
    'Accept-Encoding',
  ])
  expect(headers.link).toBe('<https://open.example/2026/11/most>; rel="canonical"')
  expect(headers['cache-control']).toMatch(/^public, max-age=/)
  expect(text.split('\n\n')).toEqual([
    '# Most znów \\*otwarty\\*',
    'Jan Testowy · 1 listopada 2026, 08:00',
    'Po dwóch latach.',
    'Kierowcy wrócili na most.',
    '---',
    'Gazeta open: <https://open.example/2026/11/most>\n',
  ])
  const page = await site.ask('open', MACHINE_ARTICLE)
  expect(page.text).toContain(
    '<link rel="alternate" type="text/markdown" href="https://open.example/2026/11/most.md"/>',
  )
})

test('other spellings of the path lead to the one (MACH-6)', async () => {
  const { status, headers } = await site.ask('open', '/2026/11/most.html.md')
  expect([status, headers.location]).toEqual([301, MARKDOWN])
  expect((await site.ask('open', '/2026/11/nie-ma.md')).status).toBe(404)
})

test('Accept chooses it at the page’s own path, for this client alone (MACH-6)', async () => {
  for (const round of ['miss', 'hit']) {
    const { status, headers, text } = await site.ask('open', `${MACHINE_ARTICLE}?utm_source=x`, {
      accept: 'text/markdown',
    })
    expect([round, status, headers['content-type'], headers['content-location']]).toEqual([
      round,
      200,
      'text/markdown; charset=utf-8',
      MARKDOWN,
    ])
    expect([headers.vary, headers['cache-control']]).toEqual(['Accept, Accept-Encoding', 'private, no-cache'])
    for (const name of ['surrogate-control', 'cdn-cache-control']) expect(headers[name]).toBeUndefined()
    expect(text).toContain('Kierowcy wrócili na most.')
  }
  const head = await site.ask('open', MACHINE_ARTICLE, { accept: 'text/markdown' }, 'HEAD')
  expect([head.status, head.headers['content-type'], head.text]).toEqual([200, 'text/markdown; charset=utf-8', ''])
  const { headers } = await site.ask('open', MACHINE_ARTICLE, { accept: 'text/markdown' })
  const tag = String(headers.etag)
  const known = await site.ask('open', MACHINE_ARTICLE, { accept: 'text/markdown', 'if-none-match': tag })
  expect([known.status, known.headers['content-location']]).toEqual([304, MARKDOWN])
  const page = await site.ask('open', MACHINE_ARTICLE, { accept: BROWSER, 'if-none-match': tag })
  expect([page.status, page.headers['content-type'], page.headers.vary]).toEqual([
    200,
    'text/html; charset=utf-8',
    'Accept-Encoding',
  ])
})

test('pages that are no articles, and services without Markdown, send what they always send (MACH-6)', async () => {
  for (const [service, path] of [
    ['open', '/'],
    ['open', '/kategoria/ratusz'],
    ['plain', MACHINE_ARTICLE],
  ] as const) {
    const { status, headers } = await site.ask(service, path, { accept: 'text/markdown' })
    expect([path, status, headers['content-type'], headers.vary]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
      'Accept-Encoding',
    ])
  }
})

test('readers of the page have one entry of the page cache, whatever their browsers accept (MACH-6)', async () => {
  const counted = async (): Promise<number> => {
    const { text } = await site.portal.ask('/metrics', { headers: { authorization: `Bearer ${TOKENS.METRICS_TOKEN}` } })
    return Number(/^szpalta_page_cache_requests_total\{outcome="miss"\} (\d+)$/m.exec(text)?.[1])
  }
  await site.ask('open', MACHINE_ARTICLE)
  const before = await counted()
  for (const accept of [BROWSER, '*/*', 'text/html', 'text/html, image/avif', 'application/json']) {
    const { headers } = await site.ask('open', MACHINE_ARTICLE, { accept })
    expect([headers['content-type'], headers['x-cache']]).toEqual(['text/html; charset=utf-8', 'hit'])
  }
  expect(await counted()).toBe(before)
})

test('a change of the article purges its Markdown (MACH-6)', async () => {
  await site.write('open', paragraph('Most znów stoi.'))
  await until(
    async () => (await site.ask('open', MARKDOWN)).text,
    (text) => text.includes('Most znów stoi.'),
    30_000,
  )
  expect((await site.ask('open', MACHINE_ARTICLE, { accept: 'text/markdown' })).text).toContain('Most znów stoi.')
})

test('llms.txt has the service, its newest articles as Markdown, and its lists (MACH-9)', async () => {
  const { status, headers, text } = await site.ask('open', '/llms.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toBe(`# Gazeta open

> Wiadomości z miasta.

## Najnowsze

- [Most znów \\*otwarty\\*](https://open.example/2026/11/most.md): Po dwóch latach.

## menu

- [Ratusz](https://open.example/kategoria/ratusz)

## Optional

- [RSS](https://open.example/api/feed/rss)
- [Atom](https://open.example/api/feed/feed-gn)
`)
})
