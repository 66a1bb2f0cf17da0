import { rm } from 'node:fs/promises'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { brokenRules, PODCAST_RULES } from '../../support/podcast-rules.ts'
import { COVER, EPISODES, PODCAST, podcastSite, SECONDS } from '../../support/podcast-site.ts'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { silentMp3 } from '../../support/silence.ts'
import { childNamed, childrenNamed, parseXml } from '../../support/xml.ts'

const ORIGIN = 'https://akademia.szpalta.test'
const CONTENT = 'http://purl.org/rss/1.0/modules/content/'

let folder: string
let portal: PortalProcess
let feed: string
beforeAll(async () => {
  const site = await podcastSite()
  folder = site.folder
  portal = await startProcess(site.variables)
  await portal.ready()
  const response = await portal.ask(PODCAST)
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  feed = response.text
})
afterAll(async () => {
  await portal.stop()
  await rm(folder, { recursive: true })
})

test.each(PODCAST_RULES)('$rule (POD-3)', ({ rule, broken }) => {
  expect(brokenRules(feed)).not.toContain(rule)
  expect(brokenRules(broken(feed))).toContain(rule)
})

test('episodes are the articles with a file that podcasts play and that has a length, the last part first (POD-1, POD-2, POD-4, POD-5)', () => {
  const items = childrenNamed(childNamed(parseXml(feed), 'channel'), 'item')
  expect(items.map((item) => childNamed(item, 'link')?.text)).toEqual(
    EPISODES.slice(0, 2)
      .reverse()
      .map((path) => ORIGIN + path),
  )
  const [last] = items
  expect(childNamed(last, 'title')?.text).toBe('Odcinek 2: <klucze> & portfele')
  expect(childNamed(last, 'enclosure')?.attributes).toEqual({
    url: `${ORIGIN}/nagrania/2.mp3`,
    length: String(silentMp3(SECONDS).length),
    type: 'audio/mpeg',
  })
  const { isPermaLink } = childNamed(last, 'guid')?.attributes ?? {}
  expect(isPermaLink).toBe('false')
  expect(childNamed(last, 'encoded', CONTENT)?.text).toContain(`<a href="${ORIGIN}/2026/03/odcinek-1">odnośnikiem</a>`)
  expect(feed).toMatch(/<itunes:duration>30<.*<itunes:episodeType>full<.*<itunes:episode>2</s)
  expect(feed).toMatch(/<itunes:episodeType>trailer<(?!.*<itunes:episode>)/s)
  const named = portal.lines().filter((line) => JSON.stringify(line).includes('/nagrania/3.mp3'))
  expect(named.length).toBeGreaterThan(0)
})

test('files of episodes come whole and in ranges, and the cover is square (POD-3)', async () => {
  const headers = { host: 'akademia.szpalta.test' }
  const whole = await portal.ask('/nagrania/2.mp3', { method: 'HEAD', headers })
  expect([whole.status, whole.headers['content-length'], whole.headers['accept-ranges']]).toEqual([
    200,
    String(silentMp3(SECONDS).length),
    'bytes',
  ])
  const part = await portal.ask('/nagrania/2.mp3', { headers: { ...headers, range: 'bytes=0-99' } })
  expect([part.status, part.headers['content-length']]).toEqual([206, '100'])
  const { width, height } = await sharp(`${folder}/site/public/nagrania/okladka.jpg`).metadata()
  expect([width, height]).toEqual([COVER, COVER])
})

test('programs get chapters and the transcript of an episode, and nothing of other articles (POD-6)', async () => {
  const [first = '', second = ''] = EPISODES
  const ask = (part: string, path: string) => portal.ask(`/api/feed/${part}?article=${encodeURIComponent(path)}`)
  const chapters = await ask('chapters', second)
  expect(chapters.headers['content-type']).toBe('application/json+chapters')
  expect(JSON.parse(chapters.text)).toEqual({
    version: '1.2.0',
    chapters: [
      { startTime: 0, title: 'Powitanie' },
      { startTime: 15, title: 'Klucze & kopie' },
    ],
  })
  const transcript = await ask('transcript', second)
  expect([transcript.headers['content-type'], transcript.text]).toEqual([
    'text/plain; charset=utf-8',
    'Dzień dobry, zaczynamy.',
  ])
  const others = await Promise.all([
    ask('chapters', first),
    ask('transcript', '/2026/03/odcinek-probny'),
    ask('chapters', '/2026/03/nie-ma'),
    portal.ask('/api/feed/chapters'),
  ])
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test.each(['', '?series=od-poczatku', '?tag=rozmowy', '?series=rozmowy&tag=bitcoin', '?series=rozmowy&series=rozmowy'])(
  'a list that is no podcast has no feed: %s (POD-1)',
  async (query) => {
    expect((await portal.ask(`/api/feed/podcast${query}`)).status).toBe(404)
  },
)

test('its page links the feed, and an episode is one in JSON-LD (POD-7)', async () => {
  const page = new JSDOM((await portal.ask('/seria/rozmowy')).text).window.document
  const links = [...page.querySelectorAll('link[rel=alternate][type="application/rss+xml"]')]
  expect(links.map((link) => link.getAttribute('href'))).toContain(ORIGIN + PODCAST)
  const [, second = ''] = EPISODES
  const { text } = await portal.ask(second)
  const [, json = '{}'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text) ?? []
  const { '@graph': nodes } = JSON.parse(json) as { '@graph': Array<Record<string, unknown>> }
  expect(nodes.find((node) => node['@type'] === 'PodcastEpisode')).toMatchObject({
    episodeNumber: 2,
    timeRequired: 'PT30S',
    associatedMedia: { contentUrl: `${ORIGIN}/nagrania/2.mp3`, encodingFormat: 'audio/mpeg' },
    partOfSeries: { name: 'Rozmowy o kluczach', webFeed: ORIGIN + PODCAST },
  })
})
