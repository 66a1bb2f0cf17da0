import type { Page } from 'playwright-core'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { recordShifts, shiftsOf } from '../support/layout-shift.ts'
import { type NewsroomPath, newsroomPaths } from '../support/newsroom-paths.ts'
import { type Site, startSites } from '../support/site.ts'

/** CSS pixels. */
const WIDE = 820
const PAGES_AT_ONCE = 4
const WITH_CONTENTS = '/2026/02/blockchain-skrot-blok-lancuch'
const OPENING = '/2026/03/szeroki'

const block = (blockName: string, innerHTML: string, attrs: object = {}, innerBlocks: object[] = []) => ({
  blockName,
  attrs,
  innerHTML,
  innerBlocks,
})
const picture = (name: string, more = '') =>
  `<figure class="wp-block-image ${more}"><img src="https://cdn.szpalta.test/2026/03/${name}.jpg" alt="" width="1600" height="900"></figure>`
const paragraph = () => block('core/paragraph', `<p>${'Zdanie o kryptografii. '.repeat(12)}</p>`)
const ARTICLE = {
  ID: 1,
  title: 'Szeroki',
  relative_link: OPENING,
  publication_date: '2026-03-03T10:00:00+01:00',
  blocks: [
    paragraph(),
    block('core/image', picture('zwykly')),
    block('core/image', picture('szeroki', 'alignwide'), { align: 'wide' }),
    // Older content has the class alone.
    block('core/image', picture('pelny', 'alignfull')),
    block('core/cover', '<div class="wp-block-cover alignfull"></div>', { align: 'full' }, [paragraph()]),
    block('core/group', '', {}, [block('core/image', picture('w-grupie', 'alignwide'), { align: 'wide' })]),
    paragraph(),
  ],
}

let hub: HubServer
let sites: Record<'newsroom' | 'hub', Site>
beforeAll(async () => {
  hub = await startHub(undefined, ({ path }) =>
    path.endsWith(`/post${OPENING}`) ? { body: JSON.stringify(ARTICLE) } : undefined,
  )
  sites = await startSites({ newsroom: { GAM_NETWORK_CODE: '123' }, hub: { CONTENT: 'hub', CMS_URL: hub.url } })
})
afterAll(async () => {
  for (const site of Object.values(sites)) await site.close()
  await hub.close()
})

interface Scrolling {
  what: string
  width: number
  needed: number
}

const scrollingOf = (page: Page): Promise<Scrolling[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.article-body > * > .table-box, .article-body > * > .code-box, .article-body > .html',
      ),
    ]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => ({ what: box.className, width: box.clientWidth, needed: box.scrollWidth })),
  )

async function each<T>(
  paths: readonly NewsroomPath[],
  width: number,
  of: (page: Page) => Promise<T>,
): Promise<Array<[string, T]>> {
  const results: Array<[string, T]> = []
  const left = paths.values()
  // A page mostly waits.
  const takeTurns = async (): Promise<void> => {
    for (const { service, path } of left) {
      const page = await sites.newsroom.open(path, { service, width })
      results.push([path, await of(page)])
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, takeTurns))
  return results
}

test('no table or code at 1280 pixels scrolls though there is room (ART-17)', async () => {
  const paths = await newsroomPaths(/<table|<pre|wp:acf\/code|wp:code/)
  const boxes = await each(paths, 1280, scrollingOf)
  const scrolling = boxes.flatMap(([path, some]) => some.map((box) => ({ path, ...box })))
  console.info(`${paths.length} articles with tables or code; scrolling even at ${WIDE} px: ${scrolling.length}`)
  expect(paths.length).toBeGreaterThan(30)
  expect(scrolling.filter(({ width }) => width < WIDE)).toEqual([])
})

test('a gallery of several images shows two or more at 1280 pixels (ART-17)', async () => {
  const paths = await newsroomPaths(/wp:gallery/)
  const shown = await each(paths, 1280, (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.gallery-row')].map((row) => {
        const { left, right } = row.getBoundingClientRect()
        const items = [...row.children].map((item) => item.getBoundingClientRect())
        return {
          count: items.length,
          whole: items.filter((item) => item.left >= left - 1 && item.right <= right + 1).length,
        }
      }),
    ),
  )
  const galleries = shown.flatMap(([path, rows]) => rows.map((row) => ({ path, ...row })))
  console.info(`${galleries.length} galleries`)
  expect(galleries.length).toBeGreaterThan(4)
  expect(galleries.filter(({ count, whole }) => count > 1 && whole < 2)).toEqual([])
})

const boxesOf = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)].map((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return { left, right, width }
      }),
    selector,
  )

test.each([1200, 1280, 1680])(
  'wide images and covers are as wide as the page at %i pixels, others as the text (ART-17)',
  async (width) => {
    const page = await sites.hub.open(OPENING, { width })
    const [frame] = await boxesOf(page, '.article')
    const [text] = await boxesOf(page, '.article-body')
    const wide = await boxesOf(page, '.article-body > .is-wide')
    const others = await boxesOf(page, '.article-body :is(.image:not(.is-wide), .group .image)')
    expect([wide.length, others.length]).toEqual([3, 2])
    // A scroll bar may take some of the window.
    for (const box of wide) expect(Math.abs(box.width - (frame?.width ?? 0))).toBeLessThanOrEqual(16)
    for (const box of others) expect(box.width).toBeLessThanOrEqual((text?.width ?? 0) + 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.close()
  },
)

test.each([1200, 1280, 1680])(
  'nothing lies over the contents at %i pixels, which stay in the left column (ART-17)',
  async (width) => {
    const page = await sites.newsroom.open(WITH_CONTENTS, { width, context: {}, prepare: recordShifts })
    const [contents] = await boxesOf(page, '.article > .contents')
    const [frame] = await boxesOf(page, '.article')
    const [text] = await boxesOf(page, '.article-body > p')
    const parts = await boxesOf(page, '.article-body > *')
    if (!contents || !frame || !text) throw new Error('a part is missing')
    expect(contents.left).toBeCloseTo(frame.left, 0)
    expect(contents.right).toBeLessThan(text.left)
    expect(parts.filter(({ left, width: own }) => own > 0 && left < contents.right)).toEqual([])
    expect(Math.max(...parts.map(({ right }) => right))).toBeLessThanOrEqual(frame.right + 8)
    expect(parts.filter(({ width: own }) => own > WIDE / 2 + text.width / 2).length).toBeGreaterThan(1)
    expect(await shiftsOf(page)).toEqual([])
    await page.close()
  },
)
