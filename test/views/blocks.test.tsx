import fc from 'fast-check'
import type { Block, BlockType, ChartBlock } from '../../src/content/block.ts'
import { FRAME_ORIGINS } from '../../src/content/embeds.ts'
import { EVERY_BLOCK, paragraph, type WireNode } from '../support/fixtures/every-block.ts'
import { articleOf, articleWith, renderPage } from '../support/render.ts'

const shown = (...blocks: object[]): HTMLElement => bodyOf(articleOf(...blocks))
const example = (type: BlockType): HTMLElement => shown(...EVERY_BLOCK[type].blocks)

function bodyOf(article: ReturnType<typeof articleOf>): HTMLElement {
  const { document, problems } = renderPage(article)
  expect(problems).toEqual([])
  const body = document.querySelector<HTMLElement>('.article-body')
  if (!body) throw new Error('there is no body')
  return body
}

const custom = (blockType: string, data: object): WireNode => ({
  ...paragraph(''),
  blockName: `acf/${blockType}`,
  attrs: { data },
})
const all = (root: ParentNode, selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)]
const textsOf = (root: ParentNode, selector: string): Array<string | null> =>
  all(root, selector).map((e) => e.textContent)
const attributesOf = (root: ParentNode, selector: string, name: string): Array<string | null> =>
  all(root, selector).map((element) => element.getAttribute(name))

describe('text', () => {
  test('a paragraph has classes for its alignment and drop cap, and links by the rules (BLOCK-10)', () => {
    const body = example('paragraph')
    expect(attributesOf(body, 'p', 'class')).toEqual([null, 'align-center drop-cap'])
    expect(attributesOf(body, 'p a', 'href')).toEqual(['https://szpalta.test/2026/03/portfel.html'])
  })

  test('a heading has its level and its anchor (BLOCK-11)', () => {
    expect(all(example('heading'), 'h2, h3').map(({ localName, id }) => [localName, id])).toEqual([
      ['h2', 'kotwica-środka'],
      ['h3', 'sekcja-innerhtml'],
      ['h2', 'amp-bez-tajemnic'],
      ['h2', 'sekcja-menu'],
    ])
  })

  test('a list nests below its item, with the number it starts at (BLOCK-12)', () => {
    const body = example('list')
    expect(attributesOf(body, 'ul > li:nth-child(2) > ol', 'start')).toEqual(['5'])
    expect(textsOf(body, 'ol > li')).toEqual(['Podpunkt piąty'])
    expect(textsOf(body, 'ul ul > li')).toEqual(['Dawny podpunkt'])
  })

  test('a quote is a figure: the quotation and its source (BLOCK-10)', () => {
    const body = example('quote')
    expect(textsOf(body, 'figure > blockquote > p')).toEqual(['Nie twoje klucze', 'Dawny cytat'])
    expect(textsOf(body, 'figure > figcaption > cite')).toEqual(['Stare powiedzenie', 'Dawny autor'])
  })

  test('code is text, in a box that scrolls by keyboard', () => {
    const body = example('code')
    expect(textsOf(body, 'figure pre > code')).toEqual([
      'const kłos = "<b>zboże</b>" && 1 < 2;\n\treturn kłos',
      'if (a < b && c) { ziarno }',
    ])
    expect(textsOf(body, 'code b')).toEqual([])
    expect(attributesOf(body, '.code-box', 'tabindex')).toEqual(['0', '0'])
    expect(textsOf(body, 'figcaption')).toEqual(['Opis kodu'])
  })

  test('raw HTML has no scripts, styles, forms and frames', () => {
    const body = example('html')
    expect(all(body, 'script, style, iframe, form, input, [onclick], [style]:not(.embed-box, .embed-mark)')).toEqual([])
    expect(textsOf(body, 'details > summary')).toEqual(['Pytanie w\u00a0ramce'])
  })
})

test('a table has header cells with scopes, spans, alignment and a caption, in a box that scrolls by keyboard (BLOCK-14)', () => {
  const body = example('table')
  expect(all(body, 'th').map((cell) => [cell.textContent, cell.getAttribute('scope'), cell.className])).toEqual([
    ['Giełda', 'col', ''],
    ['Prowizja', 'col', 'align-right'],
    ['Kraj', 'col', ''],
    ['Pierwsza', 'row', ''],
  ])
  expect(textsOf(body, 'td[colspan="2"]')).toEqual(['Połączona'])
  expect(textsOf(body, 'td[rowspan="2"]')).toEqual(['Wysoka'])
  expect(textsOf(body, 'tfoot td')).toEqual(['Stopka', '', ''])
  expect(textsOf(body, 'figure > figcaption')).toEqual(['Podpis tabeli'])
  expect(attributesOf(body, '.table-box', 'tabindex')).toEqual(['0'])
  expect(attributesOf(body, '.table-box', 'aria-label')[0]).not.toBeNull()
})

test('boxes that a page may have several of are no landmarks (A11Y-11)', () => {
  for (const type of [
    'table',
    'code',
    'sponsored-paragraph',
    'buybox',
    'buybox-fast',
    'offer-comparison',
    'offer-table',
    'watch-guide',
  ] as const) {
    const named = all(example(type), '[aria-label]').filter((element) => !element.closest('nav, form'))
    const roles = named
      .filter(({ localName }) => ['section', 'aside', 'div'].includes(localName))
      .map(({ role }) => role)
    expect([type, roles.length > 0, roles.filter((role) => role !== 'group' && role !== 'note')]).toEqual([
      type,
      true,
      [],
    ])
  }
})

describe('an image', () => {
  test('is a figure with a caption; it loads lazily and reserves its space when its size is known', () => {
    const [known, unknown, linked] = all(example('image'), 'figure')
    const img = known?.querySelector('img')
    expect(['src', 'alt', 'width', 'height', 'loading'].map((name) => img?.getAttribute(name))).toEqual([
      'https://cdn.szpalta.test/2026/03/rozmiar-znany.webp',
      'Opis rozmiar-znany.jpg',
      '1200',
      '800',
      'lazy',
    ])
    expect(img?.getAttribute('srcset')).toMatch(/ 306w, .* 1200w$/)
    expect(img?.hasAttribute('sizes')).toBe(true)
    expect(known?.querySelector('figcaption')?.textContent).toBe('Kadr znanego rozmiaru, fot. Agencja')
    expect(attributesOf(known as HTMLElement, 'figcaption a', 'rel')).toEqual(['noopener'])
    expect(unknown?.querySelector('img')?.getAttributeNames()).toEqual(expect.not.arrayContaining(['width', 'height']))
    expect(linked?.querySelector('a > img')?.getAttribute('alt')).toBe('photo')
    expect(linked?.querySelector('figcaption')).toBeNull()
  })

  test('of a gallery links its full size, with its own caption; the gallery has one too', () => {
    const body = example('gallery')
    const links = all(body, '.gallery li > figure > a')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [1, 2, 3].map((n) => `https://cdn.szpalta.test/2026/03/galeria-${n}.webp`),
    )
    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
      'Powiększ zdjęcie 1 z 2',
      'Powiększ zdjęcie 2 z 2',
      'Powiększ zdjęcie 1 z 1',
    ])
    expect(textsOf(body, '.gallery li figcaption')).toEqual([
      'Pierwszy kadr galerii',
      'Drugi kadr galerii',
      'Stary kadr galerii',
    ])
    expect(textsOf(body, '.gallery > figcaption')).toEqual(['Cała galeria'])
  })

  test('of a cover is decorative, behind its text', () => {
    const body = example('cover')
    expect(attributesOf(body, '.cover > img', 'alt')).toEqual([''])
    expect(all(body, '.cover')[0]?.style.minHeight).toBe('320px')
    expect(textsOf(body, '.cover-text > *')).toEqual(['Tytuł na okładce', 'Tekst na okładce'])
  })

  test('of a photo box is optional', () => {
    const [whole, bare] = all(example('photo-box'), 'figure')
    expect(textsOf(whole as HTMLElement, 'figcaption > *')).toEqual(['Tytuł kadru', 'Opis kadru', 'Fot. Fotografka'])
    expect(attributesOf(whole as HTMLElement, 'img', 'alt')).toEqual(['Kadr'])
    expect([bare?.querySelector('img'), bare?.textContent?.trim()]).toEqual([null, 'Kadr bez zdjęcia'])
  })
})

describe('third-party content', () => {
  const framed: Array<[BlockType, string]> = [
    ['youtube', 'YouTube'],
    ['vimeo', 'Vimeo'],
    ['instagram', 'Instagram'],
    ['twitter', 'X'],
    ['facebook', 'Facebook'],
    ['spotify', 'Spotify'],
    ['reddit', 'Reddit'],
    ['tiktok', 'TikTok'],
    ['soundcloud', 'SoundCloud'],
    ['linkedin', 'LinkedIn'],
    ['giphy', 'Giphy'],
    ['tradingview', 'TradingView'],
  ]

  test.each(framed)(
    'of %s requests nothing from %s: a button names it, a link leads there (BLOCK-30)',
    (type, provider) => {
      const body = example(type)
      expect(all(body, 'iframe, script, img, video, link, object')).toEqual([])
      const boxes = all(body, '[data-embed]')
      expect(boxes.length).toBeGreaterThan(0)
      for (const box of boxes) {
        expect(textsOf(box, 'button')).toEqual([`Pokaż treść z ${provider}`])
        expect(attributesOf(box, 'a', 'href')[0]).toMatch(/^https:\/\//)
        expect(box.dataset.embedTitle).toContain(provider)
        expect(FRAME_ORIGINS).toContain(new URL(box.dataset.embed ?? '').origin)
      }
    },
  )

  test('has the shape of its frame, which it takes on the click', () => {
    const styles = all(example('youtube'), '[data-embed]').map((box) => box.getAttribute('style'))
    expect(styles).toEqual(['--ratio:16 / 9', '--ratio:9 / 16'])
    const heights = all(example('tradingview'), '[data-embed]').map((box) => box.getAttribute('style'))
    expect(heights).toEqual(['--height:400px', '--height:500px'])
  })

  test('of an unknown provider is a link, with nothing to load', () => {
    const [card] = all(example('embed'), 'figure')
    expect(all(card as HTMLElement, 'button, [data-embed]')).toEqual([])
    expect(attributesOf(card as HTMLElement, 'a', 'href')).toEqual([
      'https://www.slideshare.net/szpalta/prezentacja-77',
    ])
    expect(textsOf(card as HTMLElement, 'a')[0]).toContain('SlideShare')
    expect(textsOf(card as HTMLElement, 'figcaption')).toEqual(['Slajdy z\u00a0wykładu'])
  })

  test('of Gfycat, which is closed, is a link (BLOCK-31)', () => {
    expect(attributesOf(example('gfycat'), 'a', 'href')).toEqual(['https://gfycat.com/KlosZbozeGfy'])
    expect(all(example('gfycat'), 'button')).toEqual([])
  })

  test.each(['gfycat', 'linkedin'])('of %s is omitted without its frame (BLOCK-31)', (type) => {
    for (const data of [{}, { link_iframe: '' }, { link_iframe: false }, { link: 'https://gfycat.com/ifr/Klos' }]) {
      expect(shown(custom(type, data)).innerHTML).toBe('')
    }
  })
})

describe('offers', () => {
  const sold: Array<[BlockType, number]> = [
    ['sponsored-paragraph', 2],
    ['buybox', 2],
    ['buybox-fast', 1],
    ['offer-comparison', 1],
    ['offer-table', 1],
    ['watch-guide', 1],
  ]

  test.each(sold)('in the block %s all %d links have the relations of paid links', (type, count) => {
    expect(attributesOf(example(type), 'a', 'rel')).toEqual(
      Array.from({ length: count }, () => 'sponsored nofollow noopener'),
    )
  })

  test('of a sponsor are labelled as such, and have no button without a link (BLOCK-8, BLOCK-34)', () => {
    const [first, second] = all(example('sponsored-paragraph'), '.paid')
    expect(first?.textContent).toContain('Materiał sponsorowany')
    expect(second?.textContent).toContain('Materiał sponsorowany')
    expect(textsOf(first as HTMLElement, 'a.button')).toEqual(['Sprawdź ofertę'])
    expect(attributesOf(first as HTMLElement, 'a.button', 'href')).toEqual(['https://sponsor.example/oferta?x=1&y=2'])
    expect(all(second as HTMLElement, 'a')).toEqual([])
  })

  test('of shops are in order, each with its price and its button (BLOCK-35)', () => {
    const body = example('buybox')
    expect(all(body, 'li').map((item) => [...item.children].map((part) => part.textContent))).toEqual([
      ['Sklep A', '499\u00a0zł', 'Kup w A'],
      ['Sklep B', '519,90\u00a0zł', 'Kup w B'],
    ])
  })

  test('in a comparison have their rating in words (BLOCK-36)', () => {
    expect(textsOf(example('offer-comparison'), '.offer-rating')).toEqual(['Ocena 4,5 na 5', 'Ocena 3 na 5'])
  })

  test('in a table have a header cell each, a link where there is one, and a cell per column (BLOCK-36)', () => {
    const body = example('offer-table')
    expect(textsOf(body, 'caption')).toEqual(['Tabela ofert'])
    expect(textsOf(body, 'thead th[scope=col]')).toEqual(['Oferta', 'Prowizja', 'Wypłata'])
    expect(textsOf(body, 'tbody th[scope=row]')).toEqual(['Giełda P', 'Giełda R'])
    expect(textsOf(body, 'tbody th a')).toEqual(['Giełda P'])
    expect(textsOf(body, 'tbody td')).toEqual(['0,10%', '3\u00a0zł', '0,25%', ''])
  })

  test('of the same name are both shown', () => {
    const offers = [
      { name: 'Oferta', price: '1\u00a0zł' },
      { name: 'Oferta', price: '2\u00a0zł' },
    ]
    expect(textsOf(shown(custom('offer-comparison', { offers })), '.shop-price')).toEqual(['1\u00a0zł', '2\u00a0zł'])
  })
})

describe('a chart', () => {
  const rowsOf = (body: HTMLElement) =>
    all(body, 'tbody tr').map((row) => [...textsOf(row, 'th[scope=row]'), ...textsOf(row, 'td')])

  test('has every label and value in a table, with its unit, its title and its source', () => {
    const [bars] = all(example('chart'), 'figure')
    expect(rowsOf(bars as HTMLElement)).toEqual([
      ['Bitcoin', '37'],
      ['Eter', '52,5'],
      ['Reszta', '10,5'],
    ])
    expect(textsOf(bars as HTMLElement, 'thead th')[1]).toContain('(%)')
    expect(textsOf(bars as HTMLElement, 'figcaption')).toEqual(['Udziały w\u00a0rynku (bar)'])
    expect(textsOf(bars as HTMLElement, '.chart-source')).toEqual(['Źródło: Badanie własne'])
  })

  test.each(['bar', 'line', 'pie'] as const)('of the kind %s is drawn for any numbers', (kind) => {
    const item = fc.record({
      label: fc.string({ minLength: 1 }),
      value: fc.oneof(
        fc.integer({ min: kind === 'pie' ? 0 : -1_000_000, max: 1_000_000 }),
        fc.double({ min: kind === 'pie' ? 0 : -1e9, max: 1e9, noNaN: true }),
        fc.constant(0),
      ),
    })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), (series) => {
        const chart: ChartBlock = { type: 'chart', kind, series }
        const body = bodyOf(articleWith([chart]))
        const drawings = all(body, '.chart > :is([aria-hidden=true], .chart-pie)')
        expect(drawings).toHaveLength(1)
        for (const drawn of drawings) {
          const marks = drawn.outerHTML.replace(/<text.*?<\/text>|<span(?: class="chart-value")?>.*?<\/span>/gs, '')
          expect(marks).not.toMatch(/NaN|Infinity/)
        }
        expect(rowsOf(body)).toHaveLength(series.length)
      }),
      { numRuns: 60 },
    )
  })
})

describe('containers', () => {
  test('columns nest, with their own widths', () => {
    const body = example('columns')
    expect(all(body, ':scope > .columns > div').map(({ style }) => style.flexBasis)).toEqual(['33.33%', '66.66%'])
    expect(all(body, '.columns .columns > div')).toHaveLength(2)
  })

  test('shaded text is complete in the document, below the label that opens it, each with an anchor of its own (BLOCK-22)', () => {
    const shades = all(example('shade-content'), 'details')
    expect(shades.map((shade) => shade.querySelector('summary')?.textContent)).toEqual([
      'Rozwiń całość',
      'Rozwiń całość',
    ])
    expect(shades.map((shade) => shade.hasAttribute('open'))).toEqual([false, false])
    expect(shades[0]?.textContent).toContain('Zacieniona komórka')
    expect(new Set(shades.map(({ id }) => id)).size).toBe(2)
  })

  test('a reusable block and an unknown one show their content in place', () => {
    expect(textsOf(example('reusable-block'), ':scope > p')).toEqual([
      'Wspólny akapit',
      'Akapit w\u00a0drugim wspólnym bloku',
    ])
    expect(example('unknown').textContent?.replace(/\s+/g, ' ')).toBe(
      'Początek nowego blokuWnętrze nowego blokuKoniec nowego bloku',
    )
  })
})

test('separators and spacers have their size, and no text (BLOCK-18)', () => {
  const lines = all(example('separator'), 'hr')
  expect(lines.map((line) => [line.className, line.style.getPropertyValue('--separator')])).toEqual([
    ['separator-normal', ''],
    ['separator-large', '#ff5500'],
  ])
  expect(all(example('spacer'), '[aria-hidden=true]').map(({ style }) => style.height)).toEqual(['40px', '100px'])
})

test('no id occurs twice in an article', () => {
  const heading: Block = articleOf(...EVERY_BLOCK.heading.blocks).body[0] as Block
  expect(heading).toMatchObject({ id: 'kotwica-środka' })
  const ids = all(shown(...Object.values(EVERY_BLOCK).flatMap(({ blocks }) => [...blocks, ...blocks])), '[id]').map(
    ({ id }) => id,
  )
  expect(new Set(ids).size).toBe(ids.length)
})
