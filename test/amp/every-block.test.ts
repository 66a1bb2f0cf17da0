import type { Block, BlockType } from '../../src/content/block.ts'
import { articleText } from '../support/article-text.ts'
import { EVERY_BLOCK, EVERY_BLOCK_ARTICLE, nested, WRAPPER_NAMES } from '../support/fixtures/every-block.ts'
import { articleOf, articleWith, decoded, problemsOf, renderAmp, renderPage } from '../support/render.ts'

const types = Object.keys(EVERY_BLOCK) as BlockType[]
const folded = (text: string) => text.replace(/\s+/g, ' ')

/** The deepest nesting of elements in a document. Iterative. */
function depthOf(document: Document): number {
  let deepest = 0
  for (const element of document.querySelectorAll('*')) {
    let depth = 0
    for (let outer = element.parentElement; outer; outer = outer.parentElement) depth += 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

describe.each(types)('%s', (type) => {
  const { blocks, words } = EVERY_BLOCK[type]
  const article = articleOf(...blocks)

  test('is valid AMP, without a warning, with the scripts of its own elements only (AMP-4)', async () => {
    expect(article.body.length).toBeGreaterThan(0)
    expect(await problemsOf(renderAmp(article))).toEqual([])
  })

  test('has its words in both outputs (BLOCK-1)', () => {
    for (const output of [renderAmp(article), renderPage(article)]) {
      const shown = folded(output.document.body.textContent ?? '')
      expect([type, words.filter((text) => !shown.includes(folded(text)))]).toEqual([type, []])
      expect(output.problems).toEqual([])
    }
  })

  test('has the same text in both outputs (AMP-2)', () => {
    expect(articleText(renderAmp(article).html)).toBe(articleText(renderPage(article).html))
  })
})

test('an article with every block is valid, loads one image eagerly, and stays within the limit of styles (AMP-11)', async () => {
  const amp = renderAmp(decoded(EVERY_BLOCK_ARTICLE))
  expect(await problemsOf(amp)).toEqual([])
  expect(amp.document.querySelectorAll('[data-hero]')).toHaveLength(1)
  const css = amp.document.querySelector('style[amp-custom]')?.textContent ?? ''
  console.info(`AMP styles of an article with every block: ${Buffer.byteLength(css)} bytes`)
  expect(Buffer.byteLength(css)).toBeLessThanOrEqual(20_000)
})

test('containers of any depth stay below 100 elements in both outputs, and the innermost text is present (COST-5)', async () => {
  for (const kind of WRAPPER_NAMES) {
    const article = articleOf(nested([kind], 150))
    const [amp, page] = [renderAmp(article), renderPage(article)]
    for (const { document } of [amp, page]) {
      expect([kind, document.body.textContent?.includes('samo dno')]).toEqual([kind, true])
      expect([kind, depthOf(document) < 100]).toEqual([kind, true])
    }
    expect([kind, await problemsOf(amp)]).toEqual([kind, []])
  }
})

test('a block that throws is omitted alone, with one report and without its script (BLOCK-4)', async () => {
  const broken = Object.defineProperty({ type: 'vimeo', provider: 'Vimeo', url: 'https://vimeo.com/' }, 'amp', {
    get() {
      throw new Error('broken on purpose')
    },
  }) as Block
  const [before, after] = [articleOf(...EVERY_BLOCK.paragraph.blocks), articleOf(...EVERY_BLOCK.quote.blocks)]
  const amp = renderAmp(articleWith([...before.body, broken, ...after.body]))
  expect(amp.problems).toEqual([{ call: expect.stringMatching(/^amp /), field: 'vimeo', kind: 'broken on purpose' }])
  expect(await problemsOf(amp)).toEqual([])
  expect(amp.html).not.toContain('amp-vimeo')
  for (const word of [...EVERY_BLOCK.paragraph.words, ...EVERY_BLOCK.quote.words]) {
    expect(folded(amp.document.body.textContent ?? '')).toContain(folded(word))
  }
})

test('no page has a frame of a third party before a click, and its button names the provider (BLOCK-30)', () => {
  const page = renderPage(decoded(EVERY_BLOCK_ARTICLE))
  expect(page.document.querySelectorAll('iframe, object, embed, script')).toHaveLength(0)
  const buttons = [...page.document.querySelectorAll('[data-embed] button')].map((button) => button.textContent)
  for (const provider of [
    'YouTube',
    'Vimeo',
    'Instagram',
    'X',
    'Facebook',
    'Spotify',
    'Reddit',
    'TikTok',
    'SoundCloud',
    'LinkedIn',
    'Giphy',
    'TradingView',
  ]) {
    expect(buttons).toContain(`Pokaż treść z ${provider}`)
  }
})

test('links to shops, offers and sponsors have their relations in both outputs (BLOCK-8)', () => {
  for (const type of [
    'buybox',
    'buybox-fast',
    'offer-comparison',
    'offer-table',
    'watch-guide',
    'sponsored-paragraph',
  ] as const) {
    const article = articleOf(...EVERY_BLOCK[type].blocks)
    for (const { document } of [renderAmp(article), renderPage(article)]) {
      const links = [
        ...document.querySelectorAll('.article-body a.button, .article-body th a, .article-body .offer-title a'),
      ]
      expect([type, links.length > 0]).toEqual([type, true])
      for (const link of links) expect(link.getAttribute('rel')).toBe('sponsored nofollow noopener')
    }
  }
})

test('the labels and values of a chart are a table in both outputs (BLOCK-27)', () => {
  const article = articleOf(...EVERY_BLOCK.chart.blocks)
  for (const { document } of [renderAmp(article), renderPage(article)]) {
    const rows = [...document.querySelectorAll('.chart table tbody tr')]
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows)
      expect([row.querySelector('th[scope=row]') !== null, row.querySelector('td')?.textContent !== '']).toEqual([
        true,
        true,
      ])
  }
})
