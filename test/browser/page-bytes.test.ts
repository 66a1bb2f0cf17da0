import { type Site, startSite } from '../support/site.ts'

/**
 * Kilobytes of a page that is opened and not touched, compressed, on Lighthouse's phone: in all, and of images. Above what is
 * measured by about a tenth. What comes before the largest paint is printed, as it depends on time.
 */
const BUDGETS = [
  ['home of the academy', '/', 'akademia', { all: 56, images: 24, first: true }],
  ['home of the main portal', '/', 'post', { all: 90, images: 66, first: true }],
  ['article', '/2026/02/blockchain-skrot-blok-lancuch', 'akademia', { all: 46, images: 13, first: true }],
  ['category', '/kategoria/edukacja', 'akademia', { all: 51, images: 31, first: true }],
  ['author', '/author/ida-korczyk', 'akademia', { all: 46, images: 26, first: true }],
  ['search', '/search?s=klucz', 'akademia', { all: 50, images: 30, first: true }],
  ['404', '/nie-ma', 'akademia', { all: 32, images: 8, first: false }],
] as const
const PHONE = { width: 412, density: 1.75 }

let site: Site
beforeAll(async () => {
  site = await startSite({}, 'whole')
})
afterAll(() => site.close())

interface Bytes {
  all: number
  paint: number
  images: number
}

/** What the browser has received, by its own account of each response. */
async function bytesOf(path: string, service: string): Promise<Bytes> {
  const page = await site.open(path, { service, width: PHONE.width, context: { deviceScaleFactor: PHONE.density } })
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate(async () => {
    const painted = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      })
      setTimeout(() => resolve(Number.POSITIVE_INFINITY), 2000)
    })
    const loaded = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[]
    const sum = (entries: PerformanceResourceTiming[]) =>
      entries.reduce((all, { encodedBodySize }) => all + encodedBodySize, 0)
    return {
      all: sum(loaded),
      paint: sum(loaded.filter(({ responseEnd }) => responseEnd <= painted)),
      images: sum(loaded.filter(({ name }) => /\.(?:webp|avif|png|jpe?g|svg)(?:\?|$)/.test(name))),
    }
  })
  await page.close()
  return bytes
}

test.each(BUDGETS)('%s stays within its bytes (PERF-7)', async (name, path, service, budget) => {
  const bytes = await bytesOf(path, service)
  console.info(`${name}: ${bytes.all} bytes in all, ${bytes.paint} until the largest paint, ${bytes.images} of images`)
  expect(bytes.all).toBeGreaterThan(10_000)
  for (const kind of ['all', 'images'] as const) {
    expect([kind, bytes[kind] <= budget[kind] * 1000]).toEqual([kind, true])
  }
})

test.each(BUDGETS)(
  '%s fetches one image with high priority, and no other before it (PERF-4)',
  async (_, path, service, { first: hasFirst }) => {
    const requested: string[] = []
    const page = await site.open(path, {
      service,
      width: PHONE.width,
      context: { deviceScaleFactor: PHONE.density },
      prepare: async (page) => {
        page.on('request', (request) => {
          if (request.resourceType() === 'image' && request.url().includes('/media/')) requested.push(request.url())
        })
      },
    })
    const first = await page.evaluate(() => {
      const image = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]')
      const isLazy = image?.loading === 'lazy'
      return (
        image && {
          source: image.currentSrc,
          isLazy,
          isSized: image.hasAttribute('width') && image.hasAttribute('height'),
        }
      )
    })
    if (first) {
      expect([first.isLazy, first.isSized]).toEqual([false, true])
      expect(requested[0]).toBe(first.source)
    }
    expect(await page.locator('main img[fetchpriority="high"]').count()).toBe(hasFirst ? 1 : 0)
    await page.close()
  },
)
