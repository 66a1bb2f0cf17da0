import { scrollOn } from '../support/page-signals.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
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
  expect(await time.textContent()).toMatch(/^\d{1,2}\s\p{L}{3,}/u)
  const drawn = await time.evaluate((element) => getComputedStyle(element, '::before').content)
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

test('what stands above a title names its portal nowhere, is whole, and stays within its card (CARD-40)', async () => {
  for (const [service, title] of [
    ['akademia', 'Akademia krypto'],
    ['post', 'Tech'],
    ['bizblog', 'Bizblog'],
    ['autoblog', 'Autoblog'],
  ] as const) {
    const page = await site.open('/', { service })
    for (const width of [1280, 768, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const metas = await page.locator('.card .card-meta').evaluateAll((lines) =>
        lines.map((line) => {
          const box = line.getBoundingClientRect()
          const seen = [...line.children].filter((part) => part.checkVisibility())
          return {
            text: line.textContent ?? '',
            height: box.height,
            isMarked: line.querySelector('.marker') !== null,
            outside: seen.filter((part) => part.getBoundingClientRect().right > box.right + 1).length,
            // A name that is cut has room for some ten letters, or the whole line.
            short: seen.flatMap((part) => {
              const { width } = part.getBoundingClientRect()
              const em = Number.parseFloat(getComputedStyle(part).fontSize)
              return part.scrollWidth > part.clientWidth + 1 && width < Math.min(6.9 * em, box.width - 1)
                ? [part.textContent]
                : []
            }),
            cut: seen.filter((part) => part.matches('time, .marker') && part.scrollWidth > part.clientWidth + 1).length,
          }
        }),
      )
      expect(metas.length).toBeGreaterThan(5)
      for (const meta of metas) {
        expect([width, meta.text, meta.outside, meta.short, meta.cut]).toEqual([width, meta.text, 0, [], 0])
        // Two lines; a third in padded blocks of the narrowest screens, where the mark of advertising may have two itself.
        expect([width, meta.text, meta.height < (meta.isMarked ? 100 : 70)]).toEqual([width, meta.text, true])
        expect(meta.text).not.toContain(title)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
    await page.close()
  }
})

test('a card whose image is missing or broken shows the placeholder over it, with and without a script (CARD-39)', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await site.open('/', {
      context: { javaScriptEnabled },
      prepare: async (page) => {
        await page.route('**/media/**', (route, request) =>
          route.fulfill(
            request.url().includes('a')
              ? { status: 404, body: '' }
              : { status: 200, contentType: 'image/webp', body: 'not an image' },
          ),
        )
      },
    })
    const picture = page.locator('.card-picture:has(img)').first()
    await picture.scrollIntoViewIfNeeded()
    const drawn = () =>
      picture.evaluate((box, javaScriptEnabled) => {
        const image = box.querySelector('img')
        if (!image) throw new Error('no image')
        const { position, width: covered, backgroundImage } = getComputedStyle(image, '::after')
        const { width, height } = box.getBoundingClientRect()
        return [
          image.complete && image.naturalWidth === 0,
          // Of an image that is shown a browser draws neither.
          position === 'absolute' && Math.abs(Number.parseFloat(covered) - width) < 1,
          backgroundImage.includes('linear-gradient'),
          box.matches('.is-placeholder') === javaScriptEnabled,
          Math.abs(width / height - 320 / 175) < 0.02,
        ]
      }, javaScriptEnabled)
    await until(drawn, (facts) => facts.every(Boolean))
    await page.close()
  }
})

test('embeds are compact before their click, ask nobody, and have the frame’s size from it on (EMB-11)', async () => {
  const page = await site.open('/', { service: 'rozrywka', context: {} })
  const box = page.locator('.tiktok-row .embed-box').first()
  await box.scrollIntoViewIfNeeded()
  // With a title of two lines.
  expect((await box.boundingBox())?.height ?? 0).toBeLessThan(240)
  expect(await box.innerText()).toMatch(/^Przestaw litery[^\n]+\s+TikTok @\w+/)
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

test.each(['/tag/smart-contracts', '/author/ida-korczyk', '/kategoria/edukacja'])(
  'the archive %s is at least 1000 px high (CARD-27)',
  async (path) => {
    const page = await site.open(path)
    expect((await page.locator('.archive').boundingBox())?.height).toBeGreaterThanOrEqual(1000)
    await page.close()
  },
)
