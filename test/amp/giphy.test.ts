import { giphyIds, withMovingPictures } from '../../src/content/giphy.ts'
import { articleText } from '../support/article-text.ts'
import { articleOf, articleWith, problemsOf, renderAmp, renderPage } from '../support/render.ts'

const gif = (id: string) => ({
  blockName: 'acf/giphy',
  attrs: { data: { id_gifa: id } },
  innerHTML: '',
  innerBlocks: [],
})
const PICTURE = { video: 'https://media.giphy.com/a.mp4', width: 480, height: 270 }

test('a moving picture that is known has its own size in AMP, is valid, and says the same as the page', async () => {
  const { body } = articleOf(gif('l0KlosZboze'))
  const article = articleWith(withMovingPictures(body, new Map([['l0KlosZboze', PICTURE]])))
  const [amp, page] = [renderAmp(article), renderPage(article)]
  const picture = amp.document.querySelector('amp-anim')
  expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['480', '270'])
  expect(await problemsOf(amp)).toEqual([])
  expect(page.document.querySelectorAll('video')).toHaveLength(1)
  expect(articleText(amp.html)).toBe(articleText(page.html))
})

test('moving pictures are found and put in wherever they stand, others stay as they are', () => {
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
  const known = new Map(ids.map((id) => [id, { ...PICTURE, video: `https://media.giphy.com/${id}.mp4` }]))
  const films = (of: typeof body) =>
    [...renderPage(articleWith(of)).document.querySelectorAll('video')].map((video) => video.getAttribute('src'))
  expect(films(withMovingPictures(body, known))).toEqual(
    [...ids, 'cien123'].map((id) => `https://media.giphy.com/${id}.mp4`),
  )
  known.delete('lista12')
  expect(films(withMovingPictures(body, known))).not.toContain('https://media.giphy.com/lista12.mp4')
  expect(films(body)).toEqual([])
})

test('an article shows at most twenty', () => {
  const { body } = articleOf(...Array.from({ length: 25 }, (_, index) => gif(`ruchomy${index}`)))
  expect(giphyIds(body)).toHaveLength(20)
})
