import { JSDOM } from 'jsdom'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const HOSTS = ['akademia', 'autoblog', 'bizblog', 'plus', 'post', 'rozrywka'].map((name) => `${name}.localhost`)
const TEST_TIME = 120_000

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const textAt = async (path: string, host: string): Promise<string> => (await portal.get(path, { host })).text

async function articlePaths(host: string): Promise<string[]> {
  const maps = [...(await textAt('/sitemap.xml', host)).matchAll(/<loc>[^<]*?(\/sitemap-articles-[^<]*)<\/loc>/g)]
  const texts = await Promise.all(maps.map(([, path = '']) => textAt(path, host)))
  const urls = texts.flatMap((text) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)])
  return urls.map(([, url = '']) => new URL(url).pathname)
}

/** Lists of paths that stand within a screen: parts of the series, related ones, neighbours, what may be appended. */
function listsBelow(html: string): { links: string[][]; appended: string[] } {
  const next = JSON.parse((/ data-next="(\[[^"]*)"/.exec(html)?.[1] ?? '[]').replaceAll('&quot;', '"')) as string[]
  const below = JSDOM.fragment(html.slice(html.indexOf('<footer class="article-footer">')))
  const body = JSDOM.fragment(html.slice(html.indexOf('<nav class="series-nav"')))
  const hrefs = (root: DocumentFragment, selector: string) =>
    [...root.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '')
  const links = [
    hrefs(body, '.series-steps a'),
    hrefs(below, '.read-next .card-title a'),
    hrefs(below, '.most-read .card-title a'),
    hrefs(below, '.onward a'),
  ]
  return { links, appended: next }
}

test.each(HOSTS)(
  '%s: no article is named three times at the seam, with a script or without (NEXT-17)',
  async (host) => {
    const [wrong, paths] = [[] as string[], await articlePaths(host)]
    let links = 0
    for (const path of paths) {
      const { links: lists, appended } = listsBelow(await textAt(path, host))
      links += lists.flat().length
      // What is appended takes the place of the link to it.
      const [, , , onward = []] = lists
      const withScript = [...lists.slice(0, 3), [...new Set([...appended, ...onward])]]
      for (const shown of [lists, withScript]) {
        const named = shown.flat()
        const thrice = named.filter((href, index) => named.slice(0, index).filter((one) => one === href).length === 2)
        wrong.push(...thrice.map((href) => `${path}: ${href}`))
      }
    }
    expect(links).toBeGreaterThan(paths.length)
    expect(wrong).toEqual([])
  },
  TEST_TIME,
)
