import type { Block, BlockOf, ListBlock } from '../../../src/content/block.ts'
import { bodyOf } from '../body-of.ts'
import { normalise, normaliseOne, paragraph, wireBlock } from '../world.ts'

const one = (blockName: string, innerHTML: string, fields: Record<string, unknown> = {}) =>
  normaliseOne({ blockName, innerHTML, ...fields })
const listItem = (text: string, innerBlocks: unknown[] = []) =>
  wireBlock({ blockName: 'core/list-item', innerHTML: `\n<li>${text}</li>\n`, innerBlocks })

describe('a paragraph', () => {
  test('is one line of inline HTML, its links by the rules of content links (BLOCK-10)', () => {
    const html =
      '\n<p>Zdanie ma <strong>mocne</strong> słowo oraz <a href="https://akademia.szpalta.test/tag/bitcoin">odnośnik</a>.</p>\n'
    expect(one('core/paragraph', html)).toEqual([
      { type: 'paragraph', html: 'Zdanie ma <strong>mocne</strong> słowo oraz <a href="/tag/bitcoin">odnośnik</a>.' },
    ])
  })

  test('without words is dropped', () => {
    expect(one('core/paragraph', '\n<p></p>\n')).toEqual([])
    expect(one('core/paragraph', '<p>&nbsp;</p>')).toEqual([])
  })

  test.each(['left', 'center', 'right'])('may be aligned %s', (align) => {
    expect(one('core/paragraph', '<p>a</p>', { attrs: { align } })).toEqual([{ type: 'paragraph', html: 'a', align }])
  })

  test.each(['justify', 'center;color:red', 1, {}])('cannot be aligned %j', (align) => {
    expect(one('core/paragraph', '<p>a</p>', { attrs: { align } })).toEqual([{ type: 'paragraph', html: 'a' }])
  })

  test('may begin with a drop cap', () => {
    expect(one('core/paragraph', '<p>a</p>', { attrs: { dropCap: true } })).toEqual([
      { type: 'paragraph', html: 'a', dropCap: true },
    ])
    expect(one('core/paragraph', '<p>a</p>', { attrs: { dropCap: false } })).toEqual([{ type: 'paragraph', html: 'a' }])
  })
})

describe('a heading', () => {
  test('is of level 2 by default, and has the anchor of the markup (BLOCK-11)', () => {
    expect(one('core/heading', '\n<h2 class="wp-block-heading" id="kotwica-przykład">Śródtytuł</h2>\n')).toEqual([
      { type: 'heading', level: 2, html: 'Śródtytuł', id: 'kotwica-przykład' },
    ])
  })

  test('without an anchor gets one from its words', () => {
    expect(one('core/heading', '<h3>Zażółć <em>gęślą</em> jaźń?</h3>', { attrs: { level: 3 } })).toEqual([
      { type: 'heading', level: 3, html: 'Zażółć <em>gęślą</em> jaźń?', id: 'zazolc-gesla-jazn' },
    ])
    expect(one('core/heading', '<b>Bez</b> znacznika')).toMatchObject([{ id: 'bez-znacznika' }])
    expect(one('core/heading', '<h2>…</h2>')).toMatchObject([{ id: 'sekcja' }])
  })

  test.each([
    [1, 2],
    [0, 2],
    ['4', 4],
    [6, 6],
    [9, 6],
  ])('of level %j is of level %d: the first is reserved for the title', (level, shown) => {
    expect(one('core/heading', '<h2>a</h2>', { attrs: { level } })).toMatchObject([{ level: shown }])
  })

  test.each(['a b', '_', '"><script>', ''])('does not keep the unusable anchor %j', (id) => {
    expect(one('core/heading', `<h2 id="${id.replaceAll('"', '&quot;')}">Słowo</h2>`)).toMatchObject([{ id: 'slowo' }])
  })

  test('never shares its anchor with another one of the article, and takes none of the editor’s (LINK-11)', () => {
    const heading = (html: string) => wireBlock({ blockName: 'core/heading', innerHTML: html })
    const { blocks } = normalise([
      heading('<h2>Dom</h2>'),
      heading('<h2>Dom</h2>'),
      heading('<h2 id="dom">Inny</h2>'),
      wireBlock({ blockName: 'core/group', innerBlocks: [heading('<h2 id="dom-2">Inny</h2>')] }),
    ])
    const inGroup = blocks.flatMap((block) => (block.type === 'group' ? block.blocks : [block]))
    const ids = inGroup.map((block) => (block.type === 'heading' ? block.id : ''))
    expect(new Set(ids).size).toBe(4)
    expect(ids).toEqual(['dom-3', 'dom-4', 'dom', 'dom-2'])
  })

  test('without words is dropped', () => {
    expect(one('core/heading', '<h2> </h2>')).toEqual([])
  })
})

describe('a list', () => {
  test('of blocks has its items in order and nested lists below their items (BLOCK-12)', () => {
    const nested = wireBlock({
      blockName: 'core/list',
      attrs: { ordered: true, start: 5 },
      innerHTML: '\n<ol start="5">\n\n</ol>\n',
      innerBlocks: [listItem('piąty'), listItem('szósty')],
    })
    expect(
      one('core/list', '\n<ul>\n\n</ul>\n', {
        innerBlocks: [listItem('pierwszy'), listItem('<b>drugi</b>', [nested])],
      }),
    ).toEqual([
      {
        type: 'list',
        ordered: false,
        items: [
          { html: 'pierwszy', blocks: [] },
          {
            html: '<b>drugi</b>',
            blocks: [
              {
                type: 'list',
                ordered: true,
                start: 5,
                items: [
                  { html: 'piąty', blocks: [] },
                  { html: 'szósty', blocks: [] },
                ],
              },
            ],
          },
        ],
      },
    ])
  })

  test('of older content is in its own markup', () => {
    expect(one('core/list', '\n<ul><li>Stary punkt<ul><li>Stary podpunkt</li></ul></li></ul>\n')).toEqual([
      {
        type: 'list',
        ordered: false,
        items: [
          {
            html: 'Stary punkt',
            blocks: [{ type: 'list', ordered: false, items: [{ html: 'Stary podpunkt', blocks: [] }] }],
          },
        ],
      },
    ])
  })

  test('keeps start and direction of an ordered one, nested ones of older content too', () => {
    expect(one('core/list', '<ol start="3" reversed><li>a<ol start="7"><li>b</li></ol></li></ol>')).toEqual([
      {
        type: 'list',
        ordered: true,
        start: 3,
        reversed: true,
        items: [{ html: 'a', blocks: [{ type: 'list', ordered: true, start: 7, items: [{ html: 'b', blocks: [] }] }] }],
      },
    ])
    expect(one('core/list', '<ul start="3" reversed><li>a</li></ul>')).toEqual([
      { type: 'list', ordered: false, items: [{ html: 'a', blocks: [] }] },
    ])
  })

  test('accepts a start that is a string', () => {
    expect(one('core/list', '<ol><li>a</li></ol>', { attrs: { ordered: true, start: '4' } })).toMatchObject([
      { start: 4 },
    ])
  })

  test('without items is dropped', () => {
    expect(one('core/list', '<ul></ul>')).toEqual([])
    expect(one('core/list', '')).toEqual([])
  })

  const wordsOf = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) =>
      block.type === 'list' ? block.items.flatMap((item) => [...item.html.split(/\s+/), ...wordsOf(item.blocks)]) : [],
    )

  test.each([
    '<ul><li>raz<div><ul><li>dwa</li></ul></div></li></ul>',
    '<ul><li>raz</li><ul><li>dwa</li></ul></ul>',
    '<ul>raz<li>dwa</li></ul>',
    '<ul><div>raz</div><li>dwa</li></ul>',
    '<ul><li>raz<p>dwa</p></li></ul>',
  ])('that is malformed, %s, has every word once', (html) => {
    expect(wordsOf(one('core/list', html)).filter((word) => word !== '')).toEqual(['raz', 'dwa'])
  })

  test('that is directly inside a list belongs to the item before it', () => {
    const [list] = one('core/list', '<ul><li>a</li><ul><li>b</li><li>c</li></ul></ul>') as [ListBlock]
    expect(list.items.map(({ html }) => html)).toEqual(['a'])
    expect(list.items[0]?.blocks).toEqual([
      {
        type: 'list',
        ordered: false,
        items: [
          { html: 'b', blocks: [] },
          { html: 'c', blocks: [] },
        ],
      },
    ])
  })

  test('of hostile depth is reduced to its text, and reported (COST-5)', () => {
    const { blocks, problems } = normalise([
      wireBlock({ blockName: 'core/list', innerHTML: `${'<ul><li>'.repeat(5000)}dno` }),
    ])
    expect(problems).toMatchObject([
      { field: 'blocks (markup)', kind: expect.stringContaining('more than 512 elements') },
    ])
    expect(blocks).toEqual([{ type: 'paragraph', html: 'dno' }])
  })
})

describe('a quote', () => {
  test('has paragraphs and its source (BLOCK-10)', () => {
    const html = '\n<blockquote class="wp-block-quote">\n\n<cite>Autor <em>cytatu</em></cite></blockquote>\n'
    expect(one('core/quote', html, { innerBlocks: [paragraph('pierwszy'), paragraph('drugi')] })).toEqual([
      {
        type: 'quote',
        blocks: [
          { type: 'paragraph', html: 'pierwszy' },
          { type: 'paragraph', html: 'drugi' },
        ],
        cite: 'Autor <em>cytatu</em>',
      },
    ])
  })

  test('of older content has all of it in its markup', () => {
    expect(
      one('core/quote', '<blockquote><p>Dawny cytat</p><p>Dalej</p><cite>Dawny autor</cite></blockquote>'),
    ).toEqual([
      {
        type: 'quote',
        blocks: [
          { type: 'paragraph', html: 'Dawny cytat' },
          { type: 'paragraph', html: 'Dalej' },
        ],
        cite: 'Dawny autor',
      },
    ])
    expect(one('core/quote', '<blockquote>Bez akapitu</blockquote>')).toEqual([
      { type: 'quote', blocks: [{ type: 'paragraph', html: 'Bez akapitu' }] },
    ])
  })

  test('keeps text outside of its paragraphs', () => {
    const [quote] = one(
      'core/quote',
      '<blockquote>Wstęp <b>tu</b><p>Środek</p><ul><li>a</li><li>b</li></ul>Koniec</blockquote>',
    )
    const lines = (quote as BlockOf<'quote'>).blocks.map((block) => (block.type === 'paragraph' ? block.html : ''))
    expect(lines).toEqual(['Wstęp <b>tu</b>', 'Środek', 'a', 'b', 'Koniec'])
  })

  test('with a work named in its sentence keeps the name there and has no source', () => {
    expect(one('core/quote', '<blockquote><p>Czytam <cite>Lalkę</cite> co rok.</p></blockquote>')).toEqual([
      { type: 'quote', blocks: [{ type: 'paragraph', html: 'Czytam <cite>Lalkę</cite> co rok.' }] },
    ])
  })

  test('without text is dropped', () => {
    expect(one('core/quote', '<blockquote></blockquote>')).toEqual([])
  })
})

describe('code', () => {
  const textOf = (block: Block | undefined) => (block?.type === 'code' ? bodyOf(block.html).textContent : undefined)
  const code = (data: Record<string, unknown>) => one('acf/code', '', { attrs: { name: 'acf/code', data } })

  test('is plain text: a tag in it is text, and every character is kept (BLOCK-16)', () => {
    const written = 'const kłos = "<b>przykład</b>" && 1 < 2;\n\treturn kłos'
    const [block] = code({ code: written, language: 'javascript', description: 'Opis &amp; kodu' })
    expect(block).toMatchObject({ type: 'code', language: 'javascript', description: 'Opis & kodu' })
    expect(textOf(block)).toBe(written)
    expect(bodyOf((block as BlockOf<'code'>).html).querySelector('b')).toBeNull()
  })

  test('has its entities decoded once, and parameters of a URL are not entities', () => {
    expect(textOf(code({ code: 'a &lt; b &amp;amp; c' })[0])).toBe('a < b &amp; c')
    expect(textOf(code({ code: '/price?coin=btc&currency=PLN&copy=1' })[0])).toBe('/price?coin=btc&currency=PLN&copy=1')
  })

  test("of WordPress' own block is the text of its markup, with its line breaks", () => {
    const html = '\n<pre class="wp-block-code"><code>if (a &lt; b &amp;&amp; c) {<br>  x\n}</code></pre>\n'
    expect(textOf(one('core/code', html)[0])).toBe('if (a < b && c) {\n  x\n}')
  })

  test('without a single character is dropped', () => {
    expect(code({ code: ' \n' })).toEqual([])
    expect(code({})).toEqual([])
    expect(one('core/code', '<pre><code></code></pre>')).toEqual([])
  })
})
