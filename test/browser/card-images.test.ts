import type { Page } from 'playwright-core'
import { type Site, startSite } from '../support/site.ts'

const PAGES = [
  ['/', 'akademia'],
  ['/', 'plus'],
  ['/', 'rozrywka'],
  ['/', 'autoblog'],
  ['/kategoria/edukacja', 'akademia'],
  ['/author/ida-korczyk', 'akademia'],
  ['/search?s=klucz', 'akademia'],
  ['/search?s=nie-ma-takiego-slowa', 'akademia'],
] as const
/** Each width once, each density at narrow and at wide ones: what a card says does not depend on the density. */
const SCREENS = [
  [320, 2],
  [360, 1],
  [600, 2],
  [768, 1],
  [1024, 2],
  [1280, 1],
  [1680, 2],
] as const
/** How far `sizes` may be from the box. CSS pixels. */
const TOLERANCE = 4

interface CardImage {
  kind: string
  /** CSS pixels. */
  shown: number
  /** What `sizes` says, in CSS pixels. */
  said: number
  chosen: number
  offered: number[]
}

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const openPages = (width: number, density: number): Promise<Page[]> =>
  Promise.all(
    PAGES.map(([path, service]) => site.open(path, { service, width, context: { deviceScaleFactor: density } })),
  )

const imagesOf = (page: Page): Promise<CardImage[]> =>
  page.evaluate(async () => {
    for (const block of document.querySelectorAll('.is-lazy')) block.classList.remove('is-lazy')
    const images = [...document.querySelectorAll<HTMLImageElement>('.card img')].filter(
      (image) => image.getClientRects().length > 0,
    )
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => {})))
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.position = 'absolute'
    const said = (sizes: string): number => {
      for (const part of sizes.split(/, (?=\(min-width)|(?<=px\)?|vw\)?), (?=calc|max|min\(2|\d+px$)/)) {
        const [, condition, length = part] = /^(\(min-width: \d+px\)) (.+)$/.exec(part) ?? []
        if (condition && !matchMedia(condition).matches) continue
        probe.style.width = length
        return probe.getBoundingClientRect().width
      }
      return Number.NaN
    }
    const sourceOf = (image: HTMLImageElement): HTMLImageElement | HTMLSourceElement => {
      const source = image.closest('picture')?.querySelector('source')
      return source && matchMedia(source.media).matches ? source : image
    }
    return images.map((image) => ({
      kind: `${image.closest('.cards')?.classList[1]} ${image.closest('.card')?.classList[1]}`,
      shown: image.getBoundingClientRect().width,
      said: said(sourceOf(image).sizes),
      chosen: Number(/[?&]w=(\d+)/.exec(image.currentSrc)?.[1]),
      offered: [...sourceOf(image).srcset.matchAll(/ (\d+)w/g)].map((match) => Number(match[1])).sort((a, b) => a - b),
    }))
  })

/**
 * The smallest offered width that is enough; on a dense screen Chromium may take the one below where it is nearer, by the
 * geometric mean of both.
 */
function choicesFor(needed: number, offered: readonly number[], density: number): Array<number | undefined> {
  const enough = offered.findIndex((width) => width >= needed)
  if (enough === -1) return [offered.at(-1)]
  const [below, chosen = 0] = [offered[enough - 1], offered[enough]]
  return density > 1 && below !== undefined && needed < Math.sqrt(below * chosen) ? [below, chosen] : [chosen]
}

test.each(SCREENS)(
  'at %i px and density %i each card says how wide its image is, and loads the smallest width that is enough (MARK-4)',
  async (width, density) => {
    const kinds = new Map<string, number>()
    for (const page of await openPages(width, density)) {
      const path = page.url()
      for (const image of await imagesOf(page)) {
        const { kind, shown, said, chosen, offered } = image
        expect([path, image, Math.abs(shown - said) <= TOLERANCE]).toEqual([path, image, true])
        const needed = [shown - TOLERANCE, shown, shown + TOLERANCE].map((one) => one * density)
        expect([path, image, needed.flatMap((one) => choicesFor(one, offered, density)).includes(chosen)]).toEqual([
          path,
          image,
          true,
        ])
        kinds.set(kind, Math.round(shown))
      }
      await page.close()
    }
    expect(kinds.size).toBeGreaterThan(8)
    console.info(`${width}@${density}: ${[...kinds].map(([kind, shown]) => `${kind} ${shown}`).join(', ')}`)
  },
)

test('no card offers an image wider than twice the widest place of it (MARK-4)', async () => {
  const widest = new Map<string, number>()
  const offers = new Map<string, number>()
  const pages = await openPages(480, 1)
  for (const width of [480, 767, 1199, 1280]) {
    for (const page of pages) await page.setViewportSize({ width, height: 900 })
    const shown = (await Promise.all(pages.map(imagesOf))).flat()
    for (const [index, { kind, shown: box, offered }] of shown.entries()) {
      const key = `${index} ${kind}`
      expect(offered.length).toBeGreaterThan(0)
      widest.set(key, Math.max(widest.get(key) ?? 0, box))
      offers.set(key, Math.max(...offered))
    }
  }
  await Promise.all(pages.map((page) => page.close()))
  expect(widest.size).toBeGreaterThan(40)
  const smallest = 306
  for (const [key, box] of widest)
    expect([key, (offers.get(key) ?? 0) <= Math.max(smallest, box * 2 + TOLERANCE)]).toEqual([key, true])
})

test('at its side a card of a phone has an image of 120 by 90 from the small crop (CARD-47)', async () => {
  for (const page of await openPages(360, 2)) {
    const images = await page.evaluate(() => {
      for (const block of document.querySelectorAll('.is-lazy')) block.classList.remove('is-lazy')
      const narrow = [...document.querySelectorAll('[style*="--np"] .card-picture')]
      return narrow.map((box) => {
        const { width, height } = box.getBoundingClientRect()
        const small = box.querySelector('source')?.srcset ?? (box.matches('.is-placeholder') ? 'none' : '')
        return { width: Math.round(width), height: Math.round(height), small }
      })
    })
    for (const { width, height, small } of images) {
      expect([page.url(), width, height]).toEqual([page.url(), 120, 90])
      expect(small).toMatch(/w=240&h=180 240w, .*w=360&h=270 360w$|^none$/)
    }
    await page.close()
  }
})
