import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Card } from '../../src/content/card.ts'
import { CARD_BLOCK_TYPES, type CardBlock } from '../../src/content/home-block.ts'
import { rowsOf } from '../../views/components/card-places.ts'
import { ServiceProvider } from '../../views/context.ts'
import { CardsBlock, CarouselBlock, PathBlock } from '../../views/home/card-blocks.tsx'
import { services } from '../content/world.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { ROOT } from '../support/root.ts'

const WIDTHS = [360, 768, 1280, 1680]
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8]
/** CSS pixels. */
const TOLERANCE = 3
/** The gap between cards, in CSS pixels. */
const GAP = 24
/** How much of a block the shorter of two columns may leave empty below. */
const MOST_EMPTY = 0.3

let browser: TestBrowser
let styles: string
beforeAll(async () => {
  browser = await startBrowser(() => true)
  const folder = join(ROOT, 'dist/assets')
  const file = (await readdir(folder)).find((name) => /^app-\w+\.css$/.test(name)) ?? ''
  styles = await readFile(join(folder, file), 'utf8')
})
afterAll(() => browser.close())

function cards(count: number): Card[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    link: { href: `/t${index}` },
    title: 'Klucze dostępu zamiast haseł w każdej przeglądarce',
    lead: 'Hasło można wyłudzić, bo da się je przepisać. Klucza dostępu przepisać się nie da, dlatego nikt go nie wyłudzi.',
    thumbnail: { src: '/a.webp', alt: '', width: 320, height: 175 },
    category: { name: 'Oprogramowanie', href: '/kategoria/oprogramowanie' },
    authors: [],
    tags: [],
    isPromo: false,
    isProductPlacement: false,
  }))
}

function markup(block: CardBlock): string {
  const Block = block.isPath ? PathBlock : block.type === 'scroll-posts' ? CarouselBlock : CardsBlock
  return renderToStaticMarkup(
    <ServiceProvider service={services.akademia}>
      <main className="page home">
        <Block block={block} isFirst={false} />
      </main>
    </ServiceProvider>,
  )
}

interface Measured {
  overflow: number
  grid: Box
  boxes: Box[]
  /** Where the words of each card end. */
  ends: number[]
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

async function measure(page: Page, block: CardBlock): Promise<Measured> {
  await page.setContent(`<!doctype html><html lang="pl"><style>${styles}</style><body>${markup(block)}`)
  return page.evaluate(() => {
    const box = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }
    const grid = document.querySelector('.cards-grid')
    if (!grid) throw new Error('no grid')
    return {
      overflow: document.documentElement.scrollWidth - innerWidth,
      grid: box(grid),
      boxes: [...grid.children].map(box),
      ends: [...grid.children].map((card) => card.querySelector('.card-text')?.getBoundingClientRect().bottom ?? 0),
    }
  })
}

/** Cards that a line at the height of the card's beginning crosses, from left to right. */
function rowAt(top: number, boxes: readonly Box[]): Box[] {
  return boxes.filter((box) => box.top <= top + 1 && box.bottom > top + 1).sort((a, b) => a.left - b.left)
}

test.each(WIDTHS)('at %i px no block of 1 to 8 cards leaves an empty place (HOME-18)', async (width) => {
  const page = await browser.context.newPage()
  await page.setViewportSize({ width, height: 900 })
  const blocks = COUNTS.flatMap((count) => [
    ...CARD_BLOCK_TYPES.map((type): CardBlock => ({ type, header: 'Dział', cards: cards(count) })),
    { type: 'grid-posts', header: 'Kurs', cards: cards(count), isPath: true } satisfies CardBlock,
  ])
  for (const block of blocks) {
    const { overflow, grid, boxes, ends } = await measure(page, block)
    const name = `${block.type}${block.isPath ? ' course' : ''} of ${block.cards.length}`
    expect([name, overflow]).toEqual([name, 0])
    const scrolls = block.type === 'scroll-posts' && boxes.some(({ right }) => right > grid.right + TOLERANCE)
    for (const { top } of boxes) {
      const row = rowAt(top, boxes)
      const starts = [
        (row[0]?.left ?? 0) - grid.left,
        ...row.slice(1).map(({ left }, index) => left - (row[index]?.right ?? 0) - GAP),
      ]
      const end = scrolls ? 0 : grid.right - (row.at(-1)?.right ?? 0)
      const inset = block.type === 'scroll-posts' ? 4 : 0
      const empty = [...starts, end].filter((one) => Math.abs(one) > TOLERANCE + inset)
      expect([name, row, empty]).toEqual([name, row, []])
    }
    // A large card and the column next to it end together.
    const lead = boxes[0]
    const side = lead ? boxes.filter(({ left, top }) => left > lead.right && top < lead.bottom - TOLERANCE) : []
    if (lead && side.length > 1) {
      const end = ends[boxes.indexOf(side.at(-1) ?? lead)] ?? 0
      const empty = Math.abs((ends[0] ?? 0) - end) / (lead.bottom - lead.top)
      expect([name, empty < MOST_EMPTY]).toEqual([name, true])
    }
  }
  await page.close()
})

test('rows of cards differ by one card at most, and the shorter ones come first (HOME-18)', () => {
  expect([1, 2, 3, 4, 5, 7, 8, 10].map((count) => rowsOf(count, 3))).toEqual([
    [1],
    [2],
    [3],
    [2, 2],
    [2, 3],
    [2, 2, 3],
    [2, 3, 3],
    [2, 2, 3, 3],
  ])
  expect(rowsOf(7, 4)).toEqual([3, 4])
  expect(rowsOf(0, 4)).toEqual([])
})
