import type { AudioBlock, VideoBlock } from '../../src/content/block.ts'
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
