import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import pLimit from 'p-limit'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'
import { loadBlockPosts } from './core-blocks.ts'
import { describeEachWordPress } from './each-version.ts'
import { startEditor } from './editor.ts'
import { EXPORT } from './exported.ts'
import { keyOf } from './key.ts'
import { LINKS, loadLinkingPosts } from './linking-posts.ts'
import { loadExport } from './theme-unit-test.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const ORIGIN = 'https://akademia.szpalta.test'
const START_LIMIT_MS = 200_000
const WALK_LIMIT_MS = 200_000
/** As many as WordPress has workers. */
const AT_ONCE = 4
const post = z.object({ link: z.string() })

describeEachWordPress('links in articles that lead to the same site', ({ folder }) => {
  let wordpress: WordPress
  beforeAll(async () => {
    const editor = await startEditor(folder)
    wordpress = await startWordPress(folder, {
      key: `links-${await keyOf([join(ROOT, 'test/wordpress')], EXPORT === undefined ? [] : [EXPORT])}`,
      plugins: [join(ROOT, 'test/wordpress/php/blocks.php')],
      async load(rest) {
        await rest.change('/settings', { timezone: 'Europe/Warsaw', posts_per_page: 20 })
        if (EXPORT !== undefined) await loadExport(await readFile(EXPORT, 'utf8'), rest)
        await loadBlockPosts(rest, editor)
        await loadLinkingPosts(rest)
      },
    })
  }, START_LIMIT_MS)
  afterAll(() => wordpress?.close())

  const inTurns = <T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> => {
    const limit = pLimit(AT_ONCE)
    return Promise.all(items.map((item) => limit(() => call(item))))
  }

  /** Links of this site in the texts of pages, AMP documents and the feed, with a document that has each. */
  async function linksOf(portal: TestPortal): Promise<Map<string, string>> {
    const all = [
      ...(await wordpress.rest.all('/posts?_fields=link&status=publish')),
      ...(await wordpress.rest.all('/pages?_fields=link&status=publish')),
    ]
    const paths = all.map((one) => new URL(post.parse(one).link).pathname.replace(/\/$/, ''))
    const links = new Map<string, string>()
    const take = (root: ParentNode, base: string): void => {
      for (const anchor of root.querySelectorAll('a[href]')) {
        const url = URL.parse(anchor.getAttribute('href') ?? '', base)
        const isInner = url !== null && [ORIGIN, wordpress.url].includes(url.origin)
        if (url === null || isInner) links.set(url?.href ?? anchor.outerHTML, base)
      }
    }
    await inTurns(
      paths.flatMap((path) => [path, `/wp-json/amp/v2/post${path}`]),
      async (path) => {
        const { document } = new JSDOM((await portal.get(path)).text).window
        const body = document.querySelector('.article-body')
        if (body) take(body, ORIGIN + path)
      },
    )
    for (let next: string | undefined = '/api/feed/feed-gn'; next !== undefined; ) {
      const { document } = new JSDOM((await portal.get(next)).text, { contentType: 'text/xml' }).window
      for (const content of document.querySelectorAll('content')) {
        take(JSDOM.fragment(content.textContent ?? ''), `${ORIGIN}${next}`)
      }
      const further: URL | null = URL.parse(document.querySelector('link[rel="next"]')?.getAttribute('href') ?? '')
      next = further ? further.pathname + further.search : undefined
    }
    return links
  }

  test.each(['editors', 'visitors'] as const)(
    'none leads nowhere: pages, AMP and feed, with the credentials of %s (LINK-10, LINK-11)',
    async (readers) => {
      const portal = await startTestPortal({
        CONTENT: 'wordpress',
        CMS_URL: wordpress.url,
        CMS_POLL_SECONDS: '0',
        ...(readers === 'editors' && { CMS_USER: wordpress.user, CMS_KEY: wordpress.password }),
      })
      const links = await linksOf(portal)
      const documents = new Map<string, { status: number; ids: ReadonlySet<string> }>()
      await inTurns([...new Set([...links.keys()].map((href) => href.replace(/#.*$/s, '')))], async (href) => {
        const url = new URL(href)
        const { status, text } =
          url.origin === ORIGIN ? await portal.follow(url.pathname + url.search) : { status: 0, text: '' }
        const ids = new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id))
        documents.set(href, { status, ids })
      })
      const dead = [...links].flatMap(([href, from]) => {
        const [document = '', fragment = ''] = href.split('#')
        const { status, ids } = documents.get(document) ?? { status: 0, ids: new Set() }
        // A post behind a password shows no comments, and WordPress lists them all the same.
        const isHidden = document.endsWith('/template-password-protected') && fragment.startsWith('komentarz-')
        const leads = status === 200 && (fragment === '' || isHidden || ids.has(decodeURIComponent(fragment)))
        return leads ? [] : [`${href} (${status}) in ${from}`]
      })
      await portal.close()
      process.stdout.write(`links to the same site that lead somewhere: ${links.size - dead.length} of ${links.size}\n`)
      expect(Object.values(LINKS).filter((path) => !links.has(ORIGIN + path))).toEqual([])
      expect(dead).toEqual([])
    },
    WALK_LIMIT_MS,
  )
})
