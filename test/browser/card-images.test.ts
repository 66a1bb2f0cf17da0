import { type Site, startSite } from '../support/site.ts'

const PAGES = [
  ['/', 'akademia'],
  ['/', 'post'],
  ['/kategoria/edukacja', 'akademia'],
  ['/search?s=klucz', 'akademia'],
  ['/2026/02/blockchain-skrot-blok-lancuch', 'akademia'],
] as const
const SCREENS = [
  [360, 1],
  [360, 2],
  [1280, 1],
  [1280, 2],
] as const
const NARROWEST = 306
/** The browser chooses among seven widths, so an image may exceed what is needed up to the next width. */
const [LEAST, MOST] = [0.8, 1.9]

interface CardImage {
  kind: string
  /** CSS pixels. */
  shown: number
  chosen: number
  offered: number[]
  bytes: number
}

let site: Site
beforeAll(async () => {
  site = await startSite()
}, 60_000)
afterAll(() => site.close())

async function imagesOf(path: string, service: string, width: number, density: number): Promise<CardImage[]> {
  const page = await site.open(path, { service, width, context: { deviceScaleFactor: density } })
  const images = await page.evaluate(async () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.card img')]
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => {})))
    return images.map((image) => ({
      kind: `${image.closest('.cards')?.classList[1]} ${image.closest('.card')?.classList[1]}`,
      shown: image.getBoundingClientRect().width,
      chosen: Number(/[?&]w=(\d+)/.exec(image.currentSrc)?.[1]),
      offered: [...image.srcset.matchAll(/ (\d+)w/g)].map((match) => Number(match[1])),
      bytes:
        (performance.getEntriesByName(image.currentSrc)[0] as PerformanceResourceTiming | undefined)?.encodedBodySize ??
        0,
    }))
  })
  await page.close()
  return images
}

test.each(SCREENS)(
  'cards load the image width that their layout needs, at %i px and density %i (MARK-4)',
  async (width, density) => {
    const kinds = new Map<string, CardImage & { sum: number }>()
    for (const [path, service] of PAGES) {
      for (const image of await imagesOf(path, service, width, density)) {
        const needed = image.shown * density
        expect([image, needed * LEAST <= image.chosen]).toEqual([image, true])
        expect([image, image.chosen <= Math.max(NARROWEST, needed * MOST)]).toEqual([image, true])
        kinds.set(image.kind, { ...image, sum: (kinds.get(image.kind)?.sum ?? 0) + image.bytes })
      }
    }
    expect(kinds.size).toBeGreaterThan(8)
    for (const { kind, shown, chosen, sum } of kinds.values())
      console.info(
        `${width}@${density} ${kind}: ${Math.round(shown)} px wide, ${chosen} px fetched, ${sum} bytes in all`,
      )
  },
  60_000,
)

test('no card offers an image wider than twice the widest slot of its shape (MARK-4)', async () => {
  const most: Record<string, number> = { 'card-row': 480, 'card-stack': 786, 'card-lead': 1506 }
  const images = (await Promise.all(PAGES.map(([path, service]) => imagesOf(path, service, 1280, 1)))).flat()
  expect(images.length).toBeGreaterThan(40)
  for (const { kind, offered } of images) {
    expect(offered.length).toBeGreaterThan(2)
    expect([kind, Math.max(...offered) <= (most[kind.split(' ')[1] ?? ''] ?? 0)]).toEqual([kind, true])
  }
}, 60_000)
