import { MAX_FIELD } from '../../../src/content/limits.ts'
import { blocksOf as blocksIn, type PublicRendering } from '../../../src/sources/wordpress/content.ts'
import { splitRendered } from '../../../src/sources/wordpress/split.ts'
import { articleLead, cardLead, textField } from '../../../src/sources/wordpress/text.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { normalise } from '../../content/world.ts'
import { messages } from '../../support/customer-site.ts'

const blocksOf = (content: Parameters<typeof blocksIn>[0], rendering: PublicRendering) =>
  blocksIn(content, rendering, { ...messages, language: 'pl', ownEmbeds: [] })
const nobody = async () => undefined
const shows = (html: string) => async () => html
/** The post's own. */
const LINK = 'https://cms.example/2026/03/tekst/'
const PARAGRAPH = '<!-- wp:paragraph --><p>Tekst</p><!-- /wp:paragraph -->'

describe('raw content', () => {
  test('is a tree with all its settings', async () => {
    const raw = `${PARAGRAPH}<!-- wp:image {"id":9,"sizeSlug":"large"} --><figure class="wp-block-image"><img src="x.jpg"/></figure><!-- /wp:image -->`
    expect(await blocksOf({ raw, rendered: '<p>Tekst</p>' }, nobody)).toMatchObject([
      { blockName: 'core/paragraph' },
      { blockName: 'core/image', attrs: { id: 9, sizeSlug: 'large' } },
    ])
  })

  test('from before blocks is one block of the HTML that WordPress makes of it', async () => {
    const rendered = '<p>Pierwszy</p>\n<p>Drugi</p>\n'
    expect(await blocksOf({ raw: 'Pierwszy\n\nDrugi', rendered }, nobody)).toMatchObject([
      { blockName: null, innerHTML: rendered },
    ])
  })

  test('that is hostile is read in time', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `[a${index}]`).join('')
    for (const text of ['<!--'.repeat(200_000), many, '<!-- wp:latest-posts /-->'.repeat(30_000)]) {
      expect(Array.isArray(await blocksOf({ raw: PARAGRAPH + text, rendered: text }, shows(text)))).toBe(true)
    }
    expect(cardLead(`a${'\u00a0'.repeat(500_000)}b`, LINK)).toBe('a')
  })

  test('that is empty has no blocks', async () => {
    expect(await blocksOf({ raw: '', rendered: '' }, nobody)).toEqual([])
    expect(await blocksOf(undefined, nobody)).toEqual([])
  })
})

describe('dynamic content', () => {
  const DYNAMIC = `${PARAGRAPH}<!-- wp:columns --><div><!-- wp:column --><div><!-- wp:latest-posts {"n":1} /--></div><!-- /wp:column --></div><!-- /wp:columns --><!-- wp:latest-posts /-->`
  const list = (text: string) => `<ul class="wp-block-latest-posts__list wp-block-latest-posts"><li>${text}</li></ul>`

  test('comes from the anonymous rendering, each part in its place', async () => {
    const forAll = `<p>Tekst</p><div class="wp-block-columns">${list('Pierwsza')}</div>${list('Druga')}`
    const blocks = await blocksOf({ raw: DYNAMIC, rendered: list('DLA REDAKCJI') }, shows(forAll))
    expect(blocks[1]?.innerBlocks[0]?.innerBlocks).toMatchObject([{ blockName: null, innerHTML: list('Pierwsza') }])
    expect(blocks[2]).toMatchObject({ blockName: null, innerHTML: list('Druga') })
    expect(JSON.stringify(blocks)).not.toContain('REDAKCJI')
  })

  test('is replaced by the whole rendering where the two do not match', async () => {
    const blocks = await blocksOf({ raw: DYNAMIC, rendered: '' }, shows(`<p>Tekst</p>${list('Jedna')}`))
    expect(blocks).toMatchObject([{ blockName: 'core/paragraph' }, { blockName: null, innerHTML: list('Jedna') }])
  })

  test('is omitted where the anonymous rendering is empty', async () => {
    const blocks = await blocksOf({ raw: DYNAMIC, rendered: list('DLA REDAKCJI') }, nobody)
    expect(JSON.stringify(blocks)).not.toContain('REDAKCJI')
    expect(blocks[0]).toMatchObject({ blockName: 'core/paragraph' })
  })

  test.each([
    ['a pattern', '<!-- wp:pattern {"slug":"theme/about"} /-->'],
    [
      'a query',
      '<!-- wp:query {"queryId":1} --><div class="wp-block-query"><!-- wp:post-title /--></div><!-- /wp:query -->',
    ],
    ['a shortcode block', '<!-- wp:shortcode -->[gallery ids="1,2"]<!-- /wp:shortcode -->'],
    ['a shortcode in a paragraph', '<!-- wp:paragraph --><p>[kontakt id=1]</p><!-- /wp:paragraph -->'],
    ['a block of a plugin', '<!-- wp:shop/offer {"id":3} /-->'],
  ])('%s comes from the rendering', async (_, raw) => {
    const seen = '<p>Tekst</p><div class="wp-block-query wp-block-shop-offer"><p>Wynik</p></div>'
    expect(JSON.stringify(await blocksOf({ raw: PARAGRAPH + raw, rendered: '' }, shows(seen)))).toContain('Wynik')
  })

  test('is not requested when all blocks are static', async () => {
    const raw = `${PARAGRAPH}<!-- wp:block {"ref":5} /--><!-- wp:acf/chart {"data":{"series":[1,[2]]}} /--><!-- wp:paragraph --><p>Tak [sic] było</p><!-- /wp:paragraph -->`
    const asks = async (): Promise<string> => {
      throw new Error('asked')
    }
    expect(await blocksOf({ raw, rendered: '<p>Tak [sic] było</p>' }, asks)).toHaveLength(4)
  })

  test('a post from before blocks with a shortcode is the anonymous rendering, or else its lines', async () => {
    const raw = 'Pierwszy\nwiersz\n\n[tylko-dla-redakcji]\n\n<h2>Dalej</h2>'
    const content = { raw, rendered: '<p>Pierwszy</p><p>TAJNE</p>' }
    expect(await blocksOf(content, shows('<p>Pierwszy</p>'))).toMatchObject([{ innerHTML: '<p>Pierwszy</p>' }])
    const [block] = await blocksOf(content, nobody)
    expect(block?.innerHTML).toBe('<p>Pierwszy<br>wiersz</p><h2>Dalej</h2>')
  })

  test('options become links, and avatars of commenters are removed', async () => {
    const select =
      '<select><option value="">Wybierz miesiąc</option><option value="https://site.example/2026/03/">Marzec</option></select>'
    const avatar = '<img class="avatar" src="https://0.gravatar.com/avatar/0a66?s=48">'
    const seen = `<p>Tekst</p><div class="wp-block-archives">${select}${avatar}</div>`
    const [, block] = await blocksOf({ raw: `${PARAGRAPH}<!-- wp:archives /-->`, rendered: '' }, shows(seen))
    expect(block?.innerHTML).toBe(
      '<div class="wp-block-archives"><p>Wybierz miesiąc</p><ul><li><a href="https://site.example/2026/03/">Marzec</a></li></ul></div>',
    )
  })
})

describe('a rendering, without credentials', () => {
  const typesOf = (html: string) => normalise(atOnce(splitRendered(html, []))).blocks.map(({ type }) => type)

  test('is split by the classes of blocks', () => {
    const html = [
      '<p>Tekst</p>',
      '<h2 class="wp-block-heading">Śródtytuł</h2>',
      '<figure class="wp-block-image size-large"><img src="https://site.example/wp-content/uploads/2026/03/a.jpg" alt="A"></figure>',
      '<figure class="wp-block-table"><table><tbody><tr><td>1</td></tr></tbody></table></figure>',
      '<pre class="wp-block-code"><code>x &lt; 1</code></pre>',
      '<hr class="wp-block-separator">',
      '<div class="wp-block-group"><div class="wp-block-group__inner-container"><p>W grupie</p></div></div>',
      '<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:33%"><p>L</p></div><div class="wp-block-column"><p>P</p></div></div>',
      '<ul><li>jeden</li></ul>',
      '<div class="wp-block-media-text"><p>Inny</p></div>',
    ].join('\n\n')
    expect(typesOf(html)).toEqual([
      'paragraph',
      'heading',
      'image',
      'table',
      'code',
      'separator',
      'group',
      'columns',
      'list',
      'columns',
    ])
  })

  test.each([
    [
      'a frame',
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe>',
      'is-provider-youtube',
      'youtube',
    ],
    ['a URL', '\nhttps://vimeo.com/76979871\n', 'is-provider-vimeo', 'vimeo'],
    [
      'a quoted post',
      '<blockquote><p>Treść <a href="https://t.co/x">t</a></p><a href="https://twitter.com/a/status/1057136472321613824">data</a></blockquote>',
      'is-provider-twitter',
      'twitter',
    ],
  ])('%s in an embed is what it embeds', (_, inside, provider, type) => {
    expect(
      typesOf(
        `<figure class="wp-block-embed ${provider}"><div class="wp-block-embed__wrapper">${inside}</div></figure>`,
      ),
    ).toEqual([type])
  })

  test('keeps what an editor says that a group is (CORR-2, LIVE-2)', () => {
    const group = (classes: string, inner: string) =>
      `<div class="wp-block-group ${classes} is-layout-flow"><div class="wp-block-group__inner-container">${inner}</div></div>`
    const { blocks } = normalise(
      atOnce(
        splitRendered(
          [
            group('live-update live-pinned', '<h2 class="wp-block-heading">2026-03-04 14:30 Tytuł</h2><p>Wpis.</p>'),
            group('correction', '<p>2026-03-05: Nota.</p>'),
            group('has-background', '<p>W grupie.</p>'),
          ].join(''),
          [],
        ),
      ),
    )
    expect(blocks).toMatchObject([
      { type: 'live-update', isPinned: true, published: { clock: '14:30' }, heading: { html: 'Tytuł' } },
      { type: 'correction', published: { day: '5 marca 2026' } },
      { type: 'group' },
    ])
  })

  test('without any class is one block', () => {
    expect(atOnce(splitRendered('<p>Jeden</p><p>Dwa</p>', []))).toMatchObject([
      { blockName: null, innerHTML: '<p>Jeden</p><p>Dwa</p>' },
    ])
  })

  test('of any depth is read whole', () => {
    const deep = 5000
    const html = `${'<div class="wp-block-group">'.repeat(deep)}<p>na dnie</p>${'</div>'.repeat(deep)}`
    expect(JSON.stringify(atOnce(splitRendered(html, [])))).toContain('na dnie')
  })
})

test('COST-5: content beyond the limits stays one piece of markup, and no text is lost before the limit', () => {
  const paragraphs = Array.from({ length: 20_000 }, (_, n) => `<p class="wp-block-paragraph">Akapit ${n}</p>`)
  const blocks = atOnce(splitRendered(paragraphs.join(''), []))
  expect(blocks).toHaveLength(15_001)
  expect(blocks.at(-1)).toMatchObject({ blockName: null, innerHTML: expect.stringContaining('Akapit 19999') })
  expect(blocks.map(({ innerHTML }) => innerHTML).join('')).toBe(paragraphs.join(''))
  const { problems } = normalise(blocks)
  expect(problems).toEqual([expect.objectContaining({ field: 'blocks', kind: expect.stringContaining('cut: more') })])
})

test('COST-5: a rendering that is too long is not split; its beginning is shown as a whole', async () => {
  const raw = `${PARAGRAPH}<!-- wp:latest-posts /-->`
  const seen = `<ul class="wp-block-latest-posts"><li>Wpis</li></ul>${'<p>Akapit</p>'.repeat(20_000)}`
  const blocks = await blocksOf({ raw, rendered: '' }, async () => seen)
  expect(blocks[0]).toMatchObject({ innerHTML: expect.stringContaining('Wpis') })
  expect(blocks.length).toBeGreaterThan(10_000)
})

test('COST-5: the words of a long field are all read, beyond the limit of a field', () => {
  expect(textField(`<b>${'Słowo '.repeat(5000)}</b>&amp;`)).toBe(`${'Słowo '.repeat(5000)}&amp;`)
  expect(textField(`<b>${'Słowo '.repeat(500_000)}</b>`).length).toBeGreaterThan(MAX_FIELD)
})

test('COST-5: an excerpt from the beginning of a very long text is not a lead', () => {
  const content = `<p>Pierwsze słowa.</p>${'<p>Dalsze.</p>'.repeat(200_000)}`
  expect(articleLead('<p>Pierwsze słowa. […]</p>', content, LINK)).toBe('')
  expect(articleLead('<p>Napisane osobno.</p>', content, LINK)).toBe('Napisane osobno.')
})
