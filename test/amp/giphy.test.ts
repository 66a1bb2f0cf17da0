import type { GiphyItem } from '../../src/content/block.ts'
import { giphyIds, withGiphyItems } from '../../src/content/giphy.ts'
import { articleText } from '../support/article-text.ts'
import { articleOf, articleWith, problemsOf, renderAmp, renderPage } from '../support/render.ts'

const gif = (id: string) => ({
  blockName: 'acf/giphy',
  attrs: { data: { id_gifa: id } },
  innerHTML: '',
  innerBlocks: [],
})
const IMAGE = { kind: 'animation', video: 'https://media.giphy.com/a.mp4', width: 480, height: 270 } as const

test('a known animation has its own size in AMP, is valid, and has the text of the page', async () => {
  const { body } = articleOf(gif('l0KlosZboze'))
  const article = articleWith(withGiphyItems(body, new Map([['l0KlosZboze', IMAGE]])))
  const [amp, page] = [renderAmp(article), renderPage(article)]
  const imageFile = amp.document.querySelector('amp-anim')
  expect([imageFile?.getAttribute('width'), imageFile?.getAttribute('height')]).toEqual(['480', '270'])
  expect(await problemsOf(amp)).toEqual([])
  expect(page.document.querySelectorAll('video')).toHaveLength(1)
  expect(articleText(amp.html)).toBe(articleText(page.html))
})

test('animations are collected and inserted at any depth, others stay unchanged', () => {
  const column = { blockName: 'core/column', attrs: [], innerHTML: '', innerBlocks: [gif('kolumna1')] }
  const list = {
    blockName: 'core/list',
    attrs: [],
    innerHTML: '<ul></ul>',
    innerBlocks: [{ blockName: 'core/list-item', attrs: [], innerHTML: '<li>x</li>', innerBlocks: [gif('lista12')] }],
  }
  const shade = {
    blockName: 'acf/shade-content',
    attrs: [],
    innerHTML: '',
    innerBlocks: [gif('cien123'), gif('cien123')],
  }
  const { body } = articleOf(
    gif('pierwszy1'),
    { blockName: 'core/columns', attrs: [], innerHTML: '', innerBlocks: [column] },
    list,
    shade,
  )
  const ids = ['pierwszy1', 'kolumna1', 'lista12', 'cien123']
  expect(giphyIds(body)).toEqual(ids)
  const known = new Map(ids.map((id) => [id, { ...IMAGE, video: `https://media.giphy.com/${id}.mp4` }]))
  const videos = (of: typeof body) =>
    [...renderPage(articleWith(of)).document.querySelectorAll('video')].map((video) => video.getAttribute('src'))
  expect(videos(withGiphyItems(body, known))).toEqual(
    [...ids, 'cien123'].map((id) => `https://media.giphy.com/${id}.mp4`),
  )
  known.delete('lista12')
  expect(videos(withGiphyItems(body, known))).not.toContain('https://media.giphy.com/lista12.mp4')
  expect(videos(body)).toEqual([])
})

test('an article shows at most twenty', () => {
  const { body } = articleOf(...Array.from({ length: 25 }, (_, index) => gif(`ruchomy${index}`)))
  expect(giphyIds(body)).toHaveLength(20)
})

describe('GIF-4, GIF-6: an item that is not shown has its reason in both outputs, valid and escaped', () => {
  const EVIL = '<img src=x onerror=alert(1)>'
  test.each<[GiphyItem, string, string, boolean]>([
    [
      { kind: 'failed', message: 'Error fetching' },
      'Nie udało się pobrać treści z serwisu Giphy.',
      'Error fetching',
      true,
    ],
    [{ kind: 'failed', message: EVIL }, 'Nie udało się pobrać treści z serwisu Giphy.', EVIL, true],
    [
      { kind: 'location', message: 'This content is not available in your location' },
      'Serwis Giphy nie udostępnia tej treści w tej lokalizacji.',
      'This content is not available in your location',
      true,
    ],
    [{ kind: 'rating' }, 'Nie pokazujemy tej animacji: jej kategoria wiekowa jest wyższa niż PG-13.', '', false],
  ])('%j', async (item, response, message, hasFrame) => {
    const { body } = articleOf(gif('l0KlosZboze'))
    const article = articleWith(withGiphyItems(body, new Map([['l0KlosZboze', item]])))
    const [amp, page] = [renderAmp(article), renderPage(article)]
    expect(await problemsOf(amp)).toEqual([])
    for (const { document } of [amp, page]) {
      const box = document.querySelector('.embed .embed-box')
      expect(box?.querySelector('p')?.textContent?.trim()).toBe(`${response} ${message}`.trim())
      expect(box?.querySelector('[lang=en]')?.textContent ?? '').toBe(message)
      expect(box?.querySelector('a')?.getAttribute('href')).toBe('https://giphy.com/gifs/l0KlosZboze')
      expect(document.querySelectorAll('.article-body video, .article-body img, amp-anim')).toHaveLength(0)
    }
    expect(page.document.querySelectorAll('[data-embed]')).toHaveLength(hasFrame ? 1 : 0)
    expect(amp.html.includes('amp-anim')).toBe(false)
  })

  test('an item without a video stays a frame on a click, and an animation by its id in AMP', async () => {
    const { body } = articleOf(gif('l0KlosZboze'))
    const article = articleWith(withGiphyItems(body, new Map([['l0KlosZboze', { kind: 'no-video' }]])))
    const [amp, page] = [renderAmp(article), renderPage(article)]
    expect(await problemsOf(amp)).toEqual([])
    expect(amp.document.querySelectorAll('amp-anim')).toHaveLength(1)
    expect(page.document.querySelectorAll('[data-embed]')).toHaveLength(1)
  })
})
