import type { AudioBlock, VideoBlock } from '../../src/content/block.ts'
import { text } from '../../src/content/html/markup.ts'
import { feedContent } from '../../src/syndication/feeds/content.ts'
import { atOnce } from '../../src/system/steps.ts'
import { services } from '../content/world.ts'
import { articleText } from '../support/article-text.ts'
import { articleWith, problemsOf, renderAmp, renderPage } from '../support/render.ts'

const video: VideoBlock = {
  type: 'video',
  sources: [{ src: '/media/1.webm', type: 'video/webm' }, { src: '/media/1.mp4' }],
  poster: '/media/1.jpg',
  width: 640,
  height: 360,
  title: 'Wykład "1"',
  tracks: [
    { src: '/media/pl.vtt', kind: 'captions', language: 'pl', label: 'Polski', isDefault: true },
    { src: '/media/en.vtt', kind: 'subtitles', language: 'en' },
  ],
}
const audio: AudioBlock = { type: 'audio', sources: [{ src: '/media/1.mp3' }], isLazy: true }
const insecure: AudioBlock = {
  type: 'audio',
  sources: [{ src: 'http://a.test/1.mp3' }],
  isForeign: true,
}

test('players have all files, poster, timed text and a link, on the page and in AMP (VIDEO-5, VIDEO-6)', async () => {
  const article = articleWith([video, audio, insecure])
  const [page, amp] = [renderPage(article), renderAmp(article)]
  expect(await problemsOf(amp)).toEqual([])
  for (const { document } of [page, amp]) {
    const player = document.querySelector('video, amp-video')
    expect(player?.getAttribute('aria-label')).toBe('Wykład "1"')
    expect(player?.getAttribute('poster')).toMatch(/\/media\/1\.jpg$/)
    expect([...(player?.querySelectorAll('source') ?? [])].map((one) => one.getAttribute('src')?.slice(-6))).toEqual([
      '1.webm',
      '/1.mp4',
    ])
    const tracks = [...(player?.querySelectorAll('track') ?? [])].map((one) =>
      ['kind', 'srclang', 'label', 'default'].map((name) => one.getAttribute(name)),
    )
    expect(tracks).toEqual([
      ['captions', 'pl', 'Polski', ''],
      ['subtitles', 'en', null, null],
    ])
    expect(player?.querySelector('a')?.textContent).toBe('Pobierz plik 1.webm')
    expect(document.querySelector('audio, amp-audio')?.getAttribute('aria-label')).toBe('Nagranie dźwiękowe')
    expect(document.querySelectorAll('[autoplay]')).toHaveLength(0)
  }
  expect([...page.document.querySelectorAll('video, audio')].map((one) => one.getAttribute('preload'))).toEqual([
    'metadata',
    'none',
    'none',
  ])
  // AMP plays nothing without https.
  expect(amp.document.querySelector('a[href="http://a.test/1.mp3"]')?.textContent).toBe('Pobierz plik 1.mp3')
  expect(articleText(amp.html)).toBe(articleText(page.html))
})

const spoken: AudioBlock = {
  ...audio,
  chapters: [
    { start: 0, title: 'Powitanie' },
    { start: 3725, title: 'A < B' },
  ],
  transcript: [{ type: 'paragraph', html: text('Dzień dobry') }],
}
const timed: VideoBlock = {
  ...video,
  tracks: [...video.tracks, { src: '/media/rozdzialy.vtt', kind: 'chapters', language: 'pl' }],
}

test('chapters and transcripts are on the page, in AMP and in feeds (AUDIO-1, AUDIO-2)', async () => {
  const article = articleWith([spoken, timed])
  const [page, amp] = [renderPage(article), renderAmp(article)]
  expect(await problemsOf(amp)).toEqual([])
  expect(articleText(amp.html)).toBe(articleText(page.html))
  for (const { document } of [page, amp]) {
    const links = [...document.querySelectorAll('.chapters ol a')]
    expect(links.map((link) => link.textContent)).toEqual(['0:00 Powitanie', '1:02:05 A < B'])
    expect(links[1]?.getAttribute('href')).toMatch(/\/media\/1\.mp3#t=3725$/)
    const opened = [...document.querySelectorAll('.recording details')]
    expect(opened.map((one) => one.querySelector('summary')?.textContent)).toEqual([
      'Transkrypcja',
      'Rozdziały',
      'Transkrypcja',
    ])
    // What stands in a file alone is a link to it.
    expect(opened.map((one) => one.querySelector('.group p, p')?.textContent)).toEqual([
      'Dzień dobry',
      'Pobierz plik rozdzialy.vtt',
      'Pobierz plik pl.vtt',
    ])
  }
  const feed = atOnce(feedContent(articleWith([spoken]), 'https://a.test/b', services.akademia, () => {}))
  expect(feed).toContain('<a href="https://a.test/media/1.mp3#t=3725">1:02:05 A &lt; B</a>')
  expect(feed).toMatch(/Transkrypcja.*Dzień dobry/)
})

test('captions of another host are a link on the page, which a browser would refuse as a track (VIDEO-12)', () => {
  const foreign: VideoBlock = {
    ...video,
    tracks: [{ src: 'https://media.example/pl.vtt', kind: 'captions', language: 'pl' }],
  }
  const { document } = renderPage(articleWith([foreign, video]))
  expect([...document.querySelectorAll('track')].map((one) => one.getAttribute('src'))).toEqual([
    '/media/pl.vtt',
    '/media/en.vtt',
  ])
  const [link] = document.querySelectorAll('.transcript a')
  expect(link?.getAttribute('href')).toBe('https://media.example/pl.vtt')
})
