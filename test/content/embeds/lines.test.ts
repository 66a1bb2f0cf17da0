import { feedContent } from '../../../src/syndication/feeds/content.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { articleOf, problemsOf, renderAmp, renderPage } from '../../support/render.ts'
import { normaliseOne, services, wireBlock } from '../world.ts'

const block = (blockName: string, innerHTML: string, attrs = {}) => wireBlock({ blockName, innerHTML, attrs })
const image = (caption: string): string =>
  `<figure><img src="https://zdjecia.example/a.jpg"><figcaption>${caption}</figcaption></figure>`
const faq = (question: string): string =>
  `<div class="schema-faq"><div class="schema-faq-section"><strong class="schema-faq-question">${question}</strong><p class="schema-faq-answer">Tak.</p></div></div>`
const step = (name: string): string =>
  `<div class="schema-how-to"><ol class="schema-how-to-steps"><li class="schema-how-to-step"><strong class="schema-how-to-step-name">${name}</strong><p>Już.</p></li></ol></div>`

const LINES: ReadonlyArray<[string, (frame: string) => object]> = [
  ['the caption of an image', (frame) => block('core/image', image(`Podpis ${frame}`))],
  ['the source of a quote', (frame) => block('core/quote', `<blockquote><p>a</p><cite>b ${frame}</cite></blockquote>`)],
  ['a summary', (frame) => block('core/details', `<details><summary>S ${frame}</summary><p>a</p></details>`)],
  ['the caption of a picture of a gallery', (frame) => block('core/gallery', `<figure>${image(frame)}</figure>`)],
  [
    'the caption of a video',
    (frame) =>
      block(
        'core/video',
        `<figure><video src="https://f.example/a.mp4"></video><figcaption>${frame}</figcaption></figure>`,
      ),
  ],
  [
    'a sponsored paragraph',
    (frame) =>
      block('acf/sponsored-paragraph', '', { data: { title: 't', content: `<p>a ${frame}</p>`, sponsorName: 's' } }),
  ],
  ['a question', (frame) => block('yoast/faq-block', faq(`Czy? ${frame}`))],
  ['the name of a step', (frame) => block('yoast/how-to-block', step(`Wlej ${frame}`))],
  [
    'an image and its text of older content',
    (frame) =>
      block(
        'core/media-text',
        `<div>${image('x')}<div class="wp-block-media-text__content"><p>a ${frame}</p></div></div>`,
      ),
  ],
]

describe.each(LINES)('a frame in %s is after the block (EMB-1, EMB-2)', (_, form) => {
  test.each([
    ['a known provider’s', 'https://player.vimeo.com/video/76979871', 'vimeo.com/76979871'],
    ['another one', 'https://nieznany.example/film', 'https://nieznany.example/film'],
  ])('%s', async (_, src, shown) => {
    const article = articleOf(form(`<iframe src="${src}"></iframe>`))
    const amp = renderAmp(article)
    const feed = atOnce(feedContent(article, 'https://akademia.szpalta.test/a', services.akademia, () => {}))
    for (const output of [renderPage(article).html, amp.html, feed]) expect(output).toContain(shown)
    expect(await problemsOf(amp)).toEqual([])
  })
})

test('what a block shows itself is not shown again, and a hostile frame is nothing (EMB-1, EMB-5)', () => {
  const frame = '<iframe src="https://player.vimeo.com/video/76979871"></iframe>'
  const table = `<figure><table><tr><td>a ${frame}</td></tr></table></figure>`
  expect(normaliseOne(block('core/table', table)).map(({ type }) => type)).toEqual(['table', 'vimeo'])
  const embed = `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">${frame}</div></figure>`
  expect(normaliseOne(block('core/embed', embed, { url: 'https://vimeo.com/76979871' }))).toHaveLength(1)
  const hostile = image('<iframe src="javascript:alert(1)"></iframe>')
  expect(normaliseOne(block('core/image', hostile)).map(({ type }) => type)).toEqual(['image'])
})

test('older content of an image and its text keeps the text (BLOCK-46)', () => {
  const markup = `<div>${image('x')}<div class="wp-block-media-text__content"><p>Słowa obok.</p></div></div>`
  const [columns] = normaliseOne(block('core/media-text', markup))
  expect(columns).toMatchObject({
    type: 'columns',
    columns: [{}, { blocks: [{ html: expect.stringContaining('Słowa obok.') }] }],
  })
})
