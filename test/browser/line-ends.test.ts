import { cutsCompound, cutsNumber, endsInLetter, type LineEnd, lineEndsOf } from '../support/line-ends.ts'
import { type Site, startSite } from '../support/site.ts'

/** Each of them once, in every article of the newsroom (TEXT-3, TEXT-13). */
const SERVICES = ['akademia', 'autoblog', 'bizblog', 'plus', 'post', 'rozrywka']
const WIDTHS = [360, 1280]
/** Most lines that may end in a lone letter. */
const LONE = 0.005
const TEST_TIME = 600_000

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

async function articlePaths(service: string): Promise<string[]> {
  const { host } = new URL(site.origin(service))
  const get = async (path: string): Promise<string> => (await site.portal.get(path, { host })).text
  const index = await get('/sitemap.xml')
  const maps = [...index.matchAll(/<loc>[^<]*?(\/sitemap-articles-[^<]*)<\/loc>/g)].map(([, path = '']) => path)
  const texts = await Promise.all(maps.map(get))
  return texts.flatMap((text) =>
    [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname),
  )
}

const written = (path: string, { before, after }: LineEnd): string => `${path}: ${before} |${after}`

test.each(WIDTHS)(
  'no article has a line that ends inside a number, nor a title that ends in a compound, at %i px (TEXT-3, TEXT-13)',
  async (width) => {
    const [numbers, titles, letters]: [string[], string[], string[]] = [[], [], []]
    let [lines, articles] = [0, 0]
    // Without scripts nothing is appended, so that each article is read once.
    const page = await site.open('/', { width, context: { javaScriptEnabled: false } })
    await page.route(/\.(?:webp|jpe?g|png|avif)(?:\?|$)/, (route) => route.abort())
    for (const service of SERVICES) {
      for (const path of ['/', ...(await articlePaths(service))]) {
        await page.goto(site.origin(service) + path, { waitUntil: 'load' })
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        articles += 1
        for (const end of await lineEndsOf(page)) {
          lines += 1
          if (cutsNumber(end)) numbers.push(written(path, end))
          if (end.isTitle && (cutsNumber(end) || cutsCompound(end))) titles.push(written(path, end))
          if (endsInLetter(end)) letters.push(written(path, end))
        }
      }
    }
    await page.close()
    expect(articles).toBeGreaterThan(100)
    expect({ numbers, titles }).toEqual({ numbers: [], titles: [] })
    expect(letters.slice(0, Math.max(0, letters.length - Math.floor(lines * LONE)))).toEqual([])
  },
  TEST_TIME,
)
