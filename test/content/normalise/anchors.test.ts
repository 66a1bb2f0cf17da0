import { innerBlocks } from '../../../src/content/block.ts'
import { isAnchor } from '../../../src/content/html/anchor.ts'
import { feedContent } from '../../../src/syndication/feeds/content.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { articleOf, renderAmp, renderPage } from '../../support/render.ts'
import { normalise, normaliseOne, services, wireBlock } from '../world.ts'

const core = (name: string, innerHTML: string) => wireBlock({ blockName: `core/${name}`, innerHTML })
const html = (...pieces: string[]): string =>
  JSON.stringify(
    normalise(pieces.map((piece) => core('html', piece))).blocks.map((block) => 'html' in block && block.html),
  )

test('the editor’s anchor of any block is a place (LINK-11)', () => {
  expect(normaliseOne(core('paragraph', '<p class="x" id="akapit">Tekst</p>'))).toEqual([
    { type: 'paragraph', html: 'Tekst', id: 'akapit' },
  ])
  const [list] = normaliseOne(core('list', "<ul id='lista'><li>Punkt</li></ul>"))
  expect(list).toMatchObject({ type: 'group', id: 'lista', blocks: [{ type: 'list' }] })
  expect(list && innerBlocks(list)).toHaveLength(1)
  const [separator] = normaliseOne(core('separator', '<hr id="innerHTML">'))
  expect(separator?.type).toBe('separator')
})

test('marks of places stay, whatever element they are, and in lines too (LINK-11)', () => {
  expect(
    normaliseOne(core('paragraph', '<p><a name="dawna"></a>Tekst <span id="znak">a</span> <span>b</span></p>')),
  ).toEqual([{ type: 'paragraph', html: '<span id="dawna"></span>Tekst <span id="znak">a</span>\u00a0b' }])
  expect(html('<div id="a"><table id="b"><tr><td id="c">x</td></tr></table></div>')).toContain('id=\\"c\\"')
})

test('each id stands once: the first one, or that of a block (LINK-11)', () => {
  const { blocks } = normalise([
    core('html', '<p id="raz">a</p><p id="raz">b</p><p id="dwa">c</p>'),
    core('heading', '<h2 id="dwa">d</h2>'),
    core('paragraph', '<p id="dwa">e</p>'),
  ])
  expect(blocks).toMatchObject([{ html: '<p id="raz">a</p><p>b</p><p>c</p>' }, { id: 'dwa' }, { id: 'dwa-2' }])
})

test('a link to a place that the article does not have is no link, one to the page’s own places is (LINK-11)', () => {
  const links =
    '<p><a href="#nigdzie" title="t">a</a> <a href="#śródtytuł">b</a> <a href="#komentarze">c</a> <a href="#">d</a></p>'
  const { blocks } = normalise([core('html', links), core('heading', '<h2 id="śródtytuł">e</h2>')])
  expect(blocks[0]).toMatchObject({
    html: '<p><a title="t">a</a>\u00a0<a href="#%C5%9Br%C3%B3dtytu%C5%82">b</a> <a href="#komentarze">c</a> <a href="#">d</a></p>',
  })
})

test('the editor’s anchor is its own, whatever comes before it (LINK-11)', () => {
  const { blocks } = normalise([
    core('heading', '<h2>Ceny</h2>'),
    core('paragraph', '<p>Zobacz <a href="#ceny">ceny</a> i <a href="#plan">plan</a>.</p>'),
    core('html', '<p>Oto <span id="ceny">ceny</span>.</p>'),
    core('heading', '<h2>Plan</h2>'),
    core('heading', '<h3 id="plan">Inny</h3>'),
    core('heading', '<h2>Plan</h2>'),
  ])
  expect(blocks).toMatchObject([
    { type: 'heading', id: 'ceny-2' },
    { html: expect.stringContaining('href="#ceny"') },
    { html: '<p>Oto <span id="ceny">ceny</span>.</p>' },
    { type: 'heading', id: 'plan-2' },
    { type: 'heading', id: 'plan' },
    { type: 'heading', id: 'plan-3' },
  ])
})

describe('anchors inside blocks are places (LINK-11)', () => {
  const link = (id: string) => core('paragraph', `<p><a href="#${id}">dalej</a></p>`)
  const column = { blockName: 'core/column', attrs: {}, innerHTML: '<div class="wp-block-column" id="x"></div>' }
  const item = { blockName: 'core/list-item', attrs: {}, innerHTML: '<li id="x">Punkt</li>', innerBlocks: [] }
  const question =
    '<div class="schema-faq"><div class="schema-faq-section" id="x"><strong class="schema-faq-question">Ile?</strong><p class="schema-faq-answer">Pięć.</p></div></div>'
  const step =
    '<div class="schema-how-to"><ol class="schema-how-to-steps"><li class="schema-how-to-step" id="x"><strong class="schema-how-to-step-name">Wlej</strong><p>wodę</p></li></ol></div>'

  test.each([
    ['an item of a list', core('list', '<ul><li>Raz</li><li id="x">Dwa</li></ul>')],
    ['an item that is a block', { ...core('list', '<ul></ul>'), innerBlocks: [item] }],
    ['an item with an embed', core('list', '<ul><li id="x">https://vimeo.com/76979871</li></ul>')],
    ['a cell', core('table', '<figure><table><tbody><tr><td id="x">1</td></tr></tbody></table></figure>')],
    ['a row', core('table', '<figure><table><tbody><tr id="x"><td>1</td></tr></tbody></table></figure>')],
    ['the table in its figure', core('table', '<figure><table id="x"><tr><td>1</td></tr></table></figure>')],
    ['a column', { ...core('columns', '<div></div>'), innerBlocks: [{ ...column, innerBlocks: [link('y')] }] }],
    ['a question', core('html', question)],
    ['a question of Yoast’s block', wireBlock({ blockName: 'yoast/faq-block', innerHTML: question })],
    ['a step', wireBlock({ blockName: 'yoast/how-to-block', innerHTML: step })],
    ['a word', core('html', '<p>To <strong id="x">jest</strong> <font id="y">to</font></p>')],
    ['an element that goes', core('html', '<p>To <font id="x">jest</font></p>')],
    ['a line of a quote', core('quote', '<blockquote><p id="x">Tak.</p></blockquote>')],
    ['a mark alone', core('paragraph', '<p id="x"></p>')],
    [
      'a box that held a frame',
      core('html', '<div id="x"><iframe src="https://player.vimeo.com/video/76979871"></iframe></div>'),
    ],
  ])('%s', (_, block) => {
    const article = articleOf(link('x'), block)
    const feed = atOnce(feedContent(article, 'https://akademia.szpalta.test/a', services.akademia, () => {}))
    for (const output of [renderPage(article).html, renderAmp(article).html, feed]) {
      expect(output).toMatch(/href="[^"]*#x"/)
      expect(output.match(/ id="x"/g)).toHaveLength(1)
    }
  })

  test('hostile ids are none', () => {
    const { blocks } = normalise([link('x&quot;onclick'), core('list', '<ul><li id="x&quot;onclick">a</li></ul>')])
    expect(JSON.stringify(blocks)).not.toMatch(/onclick|id=/)
  })

  const set = (name: string, innerHTML: string, innerBlocks: unknown[] = []) =>
    wireBlock({ blockName: name, attrs: { anchor: 'x' }, innerHTML, innerBlocks })
  const image = '<figure class="wp-block-image"><img src="/2026/03/a.jpg" alt="" width="12" height="6"></figure>'

  test.each([
    ['a paragraph', set('core/paragraph', '<p>Tekst</p>')],
    ['an empty paragraph', set('core/paragraph', '<p></p>')],
    ['a heading', set('core/heading', '<h2>Tytuł</h2>')],
    ['a heading with an id that cannot stay', set('core/heading', '<h2 id="innerHTML">Tytuł</h2>')],
    ['a list', set('core/list', '<ul><li>Punkt</li></ul>')],
    [
      'an item of a list',
      { ...core('list', '<ul></ul>'), innerBlocks: [{ ...set('core/list-item', '<li>Punkt</li>'), innerBlocks: [] }] },
    ],
    ['a table', set('core/table', '<figure><table><tr><td>1</td></tr></table></figure>')],
    ['an image', set('core/image', image)],
    ['a gallery', set('core/gallery', '<figure></figure>', [core('image', image)])],
    ['an image of a gallery', { ...core('gallery', '<figure></figure>'), innerBlocks: [set('core/image', image)] }],
    ['a quote', set('core/quote', '<blockquote><p>Tak.</p></blockquote>')],
    ['a group', set('core/group', '<div></div>', [core('paragraph', '<p>Tekst</p>')])],
    [
      'columns',
      set('core/columns', '<div></div>', [{ ...column, innerHTML: '<div></div>', innerBlocks: [link('y')] }]),
    ],
    ['a column', { ...core('columns', '<div></div>'), innerBlocks: [set('core/column', '<div></div>', [link('y')])] }],
    ['raw HTML', set('core/html', '<p>Tekst</p>')],
    ['code', set('core/code', '<pre><code>a</code></pre>')],
    ['a separator', set('core/separator', '<hr>')],
    ['a spacer', set('core/spacer', '<div></div>')],
    ['details', set('core/details', '<details><summary>Więcej</summary></details>', [core('paragraph', '<p>a</p>')])],
    ['an embed', set('core/embed', '<figure><div>https://vimeo.com/76979871</div></figure>')],
    [
      'an update',
      { ...set('core/group', '<div></div>', [link('y')]), attrs: { anchor: 'x', className: 'live-update' } },
    ],
    ['a correction', { ...set('core/paragraph', '<p>a</p>'), attrs: { anchor: 'x', className: 'correction' } }],
    ['a block of an unknown type', set('gazeta/nieznany', '<p>Tekst</p>')],
    ['a block of the hub without a name', { ...set('', '<p>Tekst</p>'), blockName: null, blockType: 'paragraph' }],
    ['a block with another id in its markup', set('core/paragraph', '<p id="z">Tekst</p>')],
    ['a block with the same id in its markup', set('core/list', '<ul id="x"><li>Punkt</li></ul>')],
  ])('of settings that the markup lacks: %s', async (_, block) => {
    const article = articleOf(link('x'), block)
    const feed = atOnce(feedContent(article, 'https://akademia.szpalta.test/a', services.akademia, () => {}))
    const amp = renderAmp(article).html
    for (const output of [renderPage(article).html, amp, feed]) {
      expect(output).toMatch(/href="[^"]*#x"/)
      expect(output.match(/ id="x"/g)).toHaveLength(1)
    }
    // Readers come from other pages too.
    expect(renderPage(articleOf(block)).html).toContain(' id="x"')
  })

  test('of settings stand once, and none is made of words or hostile', () => {
    const { blocks } = normalise([
      core('heading', '<h2>Ceny</h2>'),
      { ...set('core/paragraph', '<p>a</p>'), attrs: { anchor: 'ceny' } },
      { ...set('core/table', '<table><tr><td>a</td></tr></table>'), attrs: { anchor: 'ceny' } },
      { ...set('core/paragraph', '<p>b</p>'), attrs: { anchor: '"><script>' } },
      { ...set('core/paragraph', '<p>c</p>'), attrs: { anchor: 'i-amphtml-x' } },
      { ...set('core/paragraph', '<p>d</p>'), attrs: { anchor: { x: 1 } } },
    ])
    expect(blocks).toMatchObject([{ id: 'ceny-2' }, { id: 'ceny' }, { type: 'group', id: 'ceny-3' }, {}, {}, {}])
    for (const block of blocks.slice(3)) expect(block).not.toHaveProperty('id')
  })

  test.each([
    ['a percent-encoded id', '<h2 id="wyj%C4%85tek">a</h2>', 'wyj%C4%85tek', 'wyjątek'],
    ['a percent-encoded link', '<h2 id="wyjątek">a</h2>', 'wyj%C4%85tek', 'wyjątek'],
    ['a Unicode link', '<p id=wyjątek>a</p>', 'wyjątek', 'wyjątek'],
    ['an id with combining marks', '<p id="и\u0306од">a</p>', 'и\u0306од', 'и\u0306од'],
    ['an id that begins with a number', '<p id="2-ceny">a</p>', '2-ceny', '2-ceny'],
    ['a name with spaces around', '<p><a name=" dawna ">a</a></p>', 'dawna', 'dawna'],
  ])('%s leads', (_, markup, fragment, id) => {
    for (const name of ['html', markup.startsWith('<h2') ? 'heading' : 'paragraph']) {
      const { html: page } = renderPage(articleOf(link(fragment), core(name, markup)))
      expect(page).toContain(` id="${id}"`)
      expect(page).toContain(`href="#${encodeURIComponent(id)}"`)
    }
  })

  test('the text of a list without elements stays where it has an anchor', () => {
    const deep = `${'<b>'.repeat(600)}Tekst listy`
    expect(JSON.stringify(normalise([set('core/list', `<ul>${deep}</ul>`)]).blocks)).toContain('Tekst listy')
  })
})

test('footnotes of word processors lead both ways (BLOCK-49, LINK-11)', () => {
  const written =
    '<p>Zdanie<a href="#_ftn1" name="_ftnref1">[1]</a></p><p><a href="#_ftnref1" name="_ftn1">[1]</a> Przypis</p>'
  expect(html(written)).toContain('<a href=\\"#_ftnref1\\" id=\\"_ftn1\\">')
})

test.each(['__proto__', '_', '%', 'a\u00a0b', '"><x', 'i-amphtml-x', 'AMP', 'tresc', 'komentarz-1'])(
  '%s is no anchor',
  (id) => {
    expect(isAnchor(id)).toBe(false)
  },
)

test.each(['1', '1_Wstep', '2.1', '100%_pewności', 'Ile_to_100%', 'Co_to_jest?', 'a'.repeat(120)])(
  '%s is an anchor, and a link leads to it (LINK-11)',
  (id) => {
    expect(isAnchor(id)).toBe(true)
    const link = `#${encodeURIComponent(id)}`
    const written = html(`<p><a href="${link}">Dalej</a></p><h2><span id="${id}"></span>Rozdział</h2>`)
    expect(written).toContain(`id=\\"${id}\\"`)
    expect(written).toContain(`<a href=\\"${link}\\">`)
  },
)
