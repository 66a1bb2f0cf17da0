import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EDITOR, startSite } from '../sources/wordpress/site.ts'
import { messages } from '../support/customer-site.ts'
import { createFigures, milliseconds } from '../support/figures.ts'
import { HEAVY_DOCUMENTS, renderedFrom } from '../support/fixtures/heavy-documents.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { longestBlock, measured } from './blocked-loop.ts'

const figures = createFigures()
afterAll(() => figures.print())

const TEST_TIME = 900_000
const LOUD = { LOG_LEVEL: 'warn', CMS_POLL_SECONDS: '0' }
const PRELOAD = { preload: 'loop-delay.mjs' }
/** Articles whose body is cut, whatever their source. */
const CUT = new Set([
  '20,000 equal headings',
  '20,000 distinct headings',
  '50,000 paragraphs',
  'a table of 160,000 cells',
  '100,000 links',
  'a paragraph of 5 MB',
])
const FEEDS = ['/api/feed/feed-gn', '/api/feed/rss']
const slugOf = (index: number): string => `ciezki-${index}`
const pagesOf = (index: number): string[] => {
  const path = `/2026/03/${slugOf(index)}`
  return [path, `/wp-json/amp/v2/post${path}`]
}

/**
 * Requests each article; the page is there, and the log names the cut fields (COST-3, COST-10).
 * @param hasAmp whether its AMP document is measured too
 */
async function askForAll(portal: PortalProcess, names: readonly string[], hasAmp: boolean): Promise<void> {
  for (const [index, name] of names.entries()) {
    const [path = '', amp = ''] = pagesOf(index)
    await measured(portal, figures, name, hasAmp ? [path, amp] : [path])
    if (!CUT.has(name)) continue
    const lines = portal.lines().filter(({ call, field }) => String(call).endsWith(path) && field === 'blocks')
    const kind = expect.stringMatching(/^\d+ blocks, cut: more than 30000 tags or 1000000 characters of markup$/)
    expect([name, lines]).toEqual([name, expect.arrayContaining([expect.objectContaining({ kind })])])
    expect([name, (await portal.ask(path)).text.includes(messages.article.cut)]).toEqual([name, true])
  }
}

test.each([
  ['with credentials', EDITOR],
  ['without credentials', 'none'],
] as const)(
  'no content that a WordPress %s sends blocks the event loop (COST-1)',
  async (_name, credentials) => {
    const site = await startSite(credentials)
    const { server } = site
    const capabilities = { edit_others_posts: true, edit_others_pages: true }
    server.on('/wp-json/wp/v2/users/me', { json: { roles: ['editor'], capabilities } })
    const documents = Object.entries(HEAVY_DOCUMENTS).map(([name, make]) => ({ name, raw: make() }))
    const posts = documents.map(({ raw }, index) => {
      const rendered = renderedFrom(raw)
      const content = { rendered }
      const [slug, words] = [slugOf(index), rendered.slice(0, 300).replace(/<[^>]*>?/g, '')]
      const fields = { id: 100 + index, slug, link: `${server.url}/2026/03/${slug}/` }
      return { ...site.post({ ...fields, excerpt: { rendered: `<p>${words}</p>` } }), slug, content }
    })
    server.on('/wp-json/wp/v2/posts', ({ query }) => {
      const slug = query.get('slug')
      if (slug !== null) return { json: posts.filter((post) => post.slug === slug) }
      return { json: posts.map(({ content: _, ...card }) => card) }
    })
    // What editors get, by itself.
    documents.forEach(({ raw }, index) => {
      server.on(`/wp-json/wp/v2/posts/${100 + index}`, { json: { content: { raw, rendered: '' } } })
    })
    const account: Record<string, string> = credentials === 'none' ? {} : { CMS_USER: EDITOR.user, CMS_KEY: EDITOR.key }
    const portal = await startProcess({ CONTENT: 'wordpress', CMS_URL: server.url, ...account, ...LOUD }, PRELOAD)
    try {
      await portal.ready()
      await portal.status('/')
      await longestBlock(portal)
      await askForAll(
        portal,
        documents.map(({ name }) => name),
        true,
      )
      await measured(portal, figures, 'feeds of all of them', FEEDS)
    } finally {
      await portal.stop()
      await server.close()
    }
  },
  TEST_TIME,
)

const FRONT_MATTER = `---
title: Ciężki artykuł
lead: Lead artykułu.
date: 2026-03-03T10:00
author: ida-korczyk
category: nauka
tags: [nauka]
---
`

test(
  'no file of the embedded newsroom blocks the event loop, nor does a search in all of them (COST-1)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heavy-newsroom-'))
    await cp(join(ROOT, 'newsroom'), folder, { recursive: true })
    const names = Object.keys(HEAVY_DOCUMENTS)
    for (const [index, make] of Object.values(HEAVY_DOCUMENTS).entries()) {
      const whole = Buffer.from(FRONT_MATTER + make())
      // The maximum size of a file (COST-35).
      const written = whole.subarray(0, 2 * 1024 * 1024)
      await writeFile(join(folder, 'akademia/articles', `${slugOf(index)}.html`), written.toString().slice(0, -1))
      await writeFile(join(folder, 'blocks', `${slugOf(index)}.html`), make().slice(0, 1_900_000))
    }
    const portal = await startProcess({ NEWSROOM_DIR: folder, ...LOUD }, PRELOAD)
    try {
      await portal.ready()
      figures.add('start with all files', milliseconds(await longestBlock(portal)), '200 ms')
      for (const path of ['/', '/kategoria/najnowsze']) await portal.status(path)
      await longestBlock(portal)
      // AMP is made of the same blocks as from a WordPress with credentials, whose grammar files share.
      await askForAll(portal, names, false)
      await measured(portal, figures, 'feeds of all of them', FEEDS)
      await measured(portal, figures, 'a search in all of them', ['/search?s=rozdzia%C5%82'])
    } finally {
      await portal.stop()
      await rm(folder, { recursive: true })
    }
  },
  TEST_TIME,
)
