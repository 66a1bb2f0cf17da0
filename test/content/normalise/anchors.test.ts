import { innerBlocks } from '../../../src/content/block.ts'
import { isAnchor } from '../../../src/content/html/anchor.ts'
import { atOnce } from '../../../src/content/steps.ts'
import { feedContent } from '../../../src/syndication/feeds/content.ts'
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
  ).toEqual([{ type: 'paragraph', html: '<span id="dawna"></span>Tekst <span id="znak">a</span> b' }])
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
    html: '<p><a title="t">a</a> <a href="#%C5%9Br%C3%B3dtytu%C5%82">b</a> <a href="#komentarze">c</a> <a href="#">d</a></p>',
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
})

test('footnotes of word processors lead both ways (BLOCK-49, LINK-11)', () => {
  const written =
    '<p>Zdanie<a href="#_ftn1" name="_ftnref1">[1]</a></p><p><a href="#_ftnref1" name="_ftn1">[1]</a> Przypis</p>'
  expect(html(written)).toContain('<a href=\\"#_ftnref1\\" id=\\"_ftn1\\">')
})

test.each(['__proto__', '_', '1', 'a b', '"><x', 'i-amphtml-x', 'AMP', 'tresc', 'komentarz-1'])(
  '%s is no anchor',
  (id) => {
    expect(isAnchor(id)).toBe(false)
  },
)
