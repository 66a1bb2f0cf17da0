import { scrollOn } from '../support/page-signals.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
}, 60_000)
afterAll(() => site.close())

const HOURS = 3_600_000

const hoursAgo = (iso: string, hours: number): Date => new Date(Date.parse(iso) + hours * HOURS)

test.each([
  [0.5, '30 min temu'],
  [2.2, '2 godz. temu'],
  [23.9, '23 godz. temu'],
  [24.1, undefined],
  [-1, undefined],
])('a card’s time of %d hours ago is drawn as %s, and stays what it is (CARD-41)', async (hours, words) => {
  const html = (await site.portal.get('/')).text
  const iso = /<time datetime="([^"]+)"/i.exec(html)?.[1] ?? ''
  const page = await site.open('/', { prepare: async (page) => page.clock.setFixedTime(hoursAgo(iso, hours)) })
  const time = page.locator('.card time').first()
  await page.waitForFunction(() => document.readyState === 'complete')
  expect(await time.getAttribute('datetime')).toBe(iso)
  expect((await time.getAttribute('data-ago')) ?? undefined).toBe(words)
  expect(await time.textContent()).toMatch(/\d{4}/)
  const drawn = await time.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(drawn.includes(words ?? 'none')).toBe(true)
  await page.close()
})

test('a card that comes later says it too (CARD-41)', async () => {
  const html = (await site.portal.get('/search?s=klucz&page=2')).text
  const iso = /<time datetime="([^"]+)"/i.exec(html)?.[1] ?? ''
  const page = await site.open('/search?s=klucz', {
    prepare: async (page) => page.clock.setFixedTime(hoursAgo(iso, 2.2)),
  })
  await scrollOn(page, async () => (await page.locator('.further-results .card').count()) > 0)
  await page.waitForFunction(
    (iso) =>
      document.querySelector<HTMLElement>(`.further-results time[datetime="${iso}"]`)?.dataset.ago === '2 godz. temu',
    iso,
  )
  await page.close()
})

test('one line stands above each title, which does not name the portal that shows it (CARD-40, CARD-42)', async () => {
  for (const [service, title] of [
    ['akademia', 'Akademia krypto'],
    ['post', 'Tech'],
    ['bizblog', 'Bizblog'],
    ['autoblog', 'Autoblog'],
  ] as const) {
    for (const width of [320, 360, 390, 768, 1280]) {
      const page = await site.open('/', { service, width })
      const metas = await page.locator('.card .card-meta').evaluateAll((lines) =>
        lines.map((line) => {
          const { height, bottom } = line.getBoundingClientRect()
          const seen = [...line.children].filter((part) => part.checkVisibility())
          return {
            height,
            isWide: line.scrollWidth > line.clientWidth + 1,
            text: line.textContent ?? '',
            // What is in sight has room for six letters, or for all that it says.
            short: seen.flatMap((part) => {
              const box = part.getBoundingClientRect()
              const isCut = part.scrollWidth > part.clientWidth + 1
              const letters = box.width / Number.parseFloat(getComputedStyle(part).fontSize) / 0.75
              return box.top < bottom && isCut && letters < 6 ? [part.textContent] : []
            }),
            // Half of a letter above the edge would look like a fault.
            half: seen.filter(
              (part) =>
                part.getBoundingClientRect().top < bottom - 1 && part.getBoundingClientRect().bottom > bottom + 1,
            ).length,
            hasTime: seen.every(
              (part) =>
                part.localName !== 'time' ||
                part.previousElementSibling?.className === 'marker' ||
                part.getBoundingClientRect().bottom <= bottom,
            ),
          }
        }),
      )
      expect(metas.length).toBeGreaterThan(5)
      for (const meta of metas) {
        // Below 360 px the mark of advertising may have two lines.
        const most = width < 360 && /reklam/i.test(meta.text) ? 48 : 32
        expect([width, meta, meta.height < most, meta.isWide]).toEqual([width, meta, true, false])
        expect([width, meta.text, meta.short, meta.half]).toEqual([width, meta.text, [], 0])
        if (width >= 360) expect([width, meta.text, meta.hasTime]).toEqual([width, meta.text, true])
        expect(meta.text).not.toContain(title)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await page.close()
    }
  }
}, 60_000)

test('embeds are compact before their click, ask nobody, and have the frame’s size from it on (EMB-11)', async () => {
  const page = await site.open('/', { service: 'rozrywka', context: {} })
  const box = page.locator('.tiktok-row .embed-box').first()
  await box.scrollIntoViewIfNeeded()
  expect((await box.boundingBox())?.height ?? 0).toBeLessThan(220)
  expect(await box.innerText()).toMatch(/^TikTok @\w+/)
  expect(await box.locator('.embed-mark svg').count()).toBe(1)
  expect(site.foreign).toEqual([])
  await box.getByRole('button').click()
  await page.locator('.tiktok-row .embed-box iframe').waitFor()
  const clicked = await page.locator('.tiktok-row .embed-box:has(iframe)').boundingBox()
  expect((clicked?.height ?? 0) / (clicked?.width ?? 1)).toBeCloseTo(16 / 9, 1)
  await page.close()
})

test('the styles of rows of videos are on their pages alone (PERF-6)', async () => {
  const linked = async (service: string) =>
    (await site.portal.get('/', { host: `${service}.localhost` })).text.includes('feature-videos')
  expect([await linked('rozrywka'), await linked('post')]).toEqual([true, false])
})
