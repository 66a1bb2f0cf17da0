import { articleMaps } from '../support/article-maps.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { createSharingWalk, type SharingCounts } from '../support/sharing.ts'

/** Every kind of page of the shipped newsroom, as other sites see it when somebody shares it (HEAD-28 to HEAD-31). */

const LIMIT_MS = 200_000

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

async function pathsOf(host: string): Promise<string[]> {
  const { text } = await articleMaps((path) => portal.get(path, { host }))
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

/** Paths of lists that pages link. */
function listsIn(html: string): string[] {
  const paths = [...html.matchAll(/href="(\/(?:kategoria|tag|author)\/[^"?#]+)"/g)]
  return [...new Set(paths.map(([, path = '']) => path))]
}

const OTHERS = ['/', '/search', '/search?s=klucz', '/o-nas', '/kontakt', '/polityka-prywatnosci', '/nie-ma', '/offline']

test.each(['akademia', 'plus'])(
  '%s: every page has a large image, every article three crops',
  async (name) => {
    const host = `${name}.localhost`
    const walk = createSharingWalk(portal.url)
    const seen = new Set<string>()
    const visit = async (path: string): Promise<string> => {
      if (seen.has(path)) return ''
      seen.add(path)
      const { text, status } = await portal.get(path, { host })
      if (status === 200 || status === 404) await walk.look(path, text)
      return text
    }
    const articles = await pathsOf(host)
    const lists = new Set<string>()
    for (const path of [...OTHERS.filter((one) => one !== '/offline'), ...articles]) {
      for (const list of listsIn(await visit(path))) lists.add(list)
      const amp = articles.includes(path) && name !== 'plus' ? `/wp-json/amp/v2/post${path}` : undefined
      if (amp) await visit(amp)
    }
    for (const path of lists) {
      await visit(path)
      if (path.startsWith('/kategoria/najnowsze')) await visit(`${path}/page/2`)
    }
    console.info(`sharing, ${name}: ${JSON.stringify(walk.counts)}`)
    expect(walk.problems).toEqual([])
    expect(walk.counts).toMatchObject<Partial<SharingCounts>>({ withoutImage: 0, newsArticlesWithoutImage: 0 })
    expect(walk.counts.newsArticles).toBeGreaterThan(5)
    expect(walk.counts.pages).toBeGreaterThan(articles.length)
  },
  LIMIT_MS,
)
