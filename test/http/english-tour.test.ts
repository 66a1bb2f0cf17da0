import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { readSite } from '../../src/site/read-site.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

const FOLDER = join(ROOT, 'sites/courier')
const site = await readSite(FOLDER)
const { tour = '' } = site.group

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ SITE_DIR: FOLDER }, {}, undefined, undefined, undefined, site)
})
afterAll(() => portal.close())

const linksOf = async (): Promise<string[]> => {
  const { document } = new JSDOM((await portal.get(tour)).text).window
  return [...document.querySelectorAll('.article-body a[href]')].map((link) => link.getAttribute('href') ?? '')
}

test('RUN-11 every link of the English tour leads somewhere, on its own site', async () => {
  const links = await linksOf()
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((link) => !link.startsWith('/'))).toEqual([])
  for (const link of links) expect([link, (await portal.get(link)).status]).toEqual([link, 200])
})

test('what the tour names is what it leads to', async () => {
  const [live, sound, podcast, series, markdown] = await Promise.all(
    [
      '/2026/10/spring-tide-hour-by-hour',
      '/2026/10/why-the-hall-piano-is-out-of-tune',
      '/api/feed/podcast?tag=listen',
      '/series/a-year-by-the-water',
      '/2026/10/how-to-read-a-tide-table.md',
    ].map(async (path) => (await portal.get(path)).text),
  )
  const times = /4\.62 metres.*Water is coming up.*The sandbags are out/s
  expect(live).toMatch(times)
  expect(live).toContain('LiveBlogPosting')
  expect(sound).toMatch(/<audio.{0,400}\/recordings\/two-fifths\.mp3/s)
  expect(podcast).toMatch(/<enclosure[^>]*two-fifths\.mp3/)
  expect(series).toContain('How to read a tide table without getting wet')
  expect(markdown).toMatch(/^# How to read a tide table/m)
  expect(portal.errors()).toEqual([])
})
