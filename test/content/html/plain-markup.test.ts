import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { parsePlainMarkup } from '../../../src/content/html/plain-markup.ts'
import { type HtmlNode, serialise } from '../../../src/content/html/tree.ts'
import { HOSTILE } from '../../support/fixtures/hostile.ts'

const oracle = (html: string): HtmlNode[] => parseFragment(html, { scriptingEnabled: false }).childNodes
/** With what a node is in, as nodes are detached by it. */
const treeOf = (nodes: HtmlNode[]): string =>
  JSON.stringify(nodes, (key, value: unknown) =>
    key === 'parentNode' ? (value as { nodeName: string } | null)?.nodeName : value,
  )

const PLAIN = [
  '',
  'same słowa',
  '\n<p>Akapit z <strong>mocnym</strong> i <a href="/a?b=1&amp;c=2" rel=\'x\' download>odnośnikiem</a>.<br>I&nbsp;wers.</p>\n',
  '<ul class="wp-block-list"><li>Raz<ul><li><em>dwa</em></li></ul></li>\n<li>Trzy</li></ul>',
  '<figure class="wp-block-table"><table><caption>Nad <b>tabelą</b></caption><thead><tr><th scope="col">A</th></tr></thead>\n<tbody><tr><td><p>1</p></td></tr></tbody></table><figcaption>Opis &copy</figcaption></figure>',
  '<figure><img src="/a.jpg" alt=""/><figcaption>Opis</figcaption></figure>',
  '\n<li>Raz</li>\n<li>Dwa</li>\n',
  '<video controls><source src="/a.mp4"><track src="/a.vtt"></video><img src="/b">',
  '<blockquote><p>Raz</p><cite>Dwa</cite></blockquote>',
  '<pre>\n\n<code>a &lt; b &#8211; c</code></pre>',
  '<iframe src="https://www.youtube.com/embed/x" allowfullscreen></iframe>',
  '<b><b><b><b>cztery</b></b></b></b><p>i</p>',
  '<!-- wp:paragraph {"a":1} -->\n<p>Akapit<!----> i</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:more --><!--more-->',
  '<table><!-- a --><tbody><tr><!-- b --><td>c</td></tr></tbody></table>',
]

const NAMES =
  'a abbr b br code div dl dt dd em figure h1 h2 hr i iframe img li ol p pre s script span strong svg sub table tbody td textarea th thead tr u ul center nobr font button form option select math title body html caption col template audio video source track constructor valueof hasownproperty'.split(
    ' ',
  )
const attribute = fc.constantFrom(
  '',
  ' id="a"',
  " title='b &amp; c'",
  ' hidden',
  ' id="a" id="b"',
  ' HREF=x',
  ' alt="<p>"',
)
const piece = fc.oneof(
  fc.constantFrom(
    'słowo',
    ' ',
    '\n',
    '&amp;',
    '&lt',
    '&notit;',
    '&#8211;',
    '&#0;',
    '<',
    '>',
    '&',
    '<!-- a -->',
    '<!--',
    '-->',
    '--!>',
    '-',
    '<!--->',
    '\r',
    '\0',
    '</p >',
    '<br/>',
    '<p/>',
  ),
  fc.tuple(fc.constantFrom(...NAMES), attribute).map(([name, written]) => `<${name}${written}>`),
  fc.constantFrom(...NAMES).map((name) => `</${name}>`),
)
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom('słowo', '\n', '&nbsp;', '<br>', '<hr>', '<img src="a">'),
    fc
      .tuple(fc.constantFrom(...NAMES), attribute, fc.array(tie('tree'), { maxLength: 4 }))
      .map(([name, written, inside]) => `<${name}${written}>${inside.join('')}</${name}>`),
  ),
}))

describe('plain markup', () => {
  it.each(PLAIN)('reads %j as parse5 does', (html) => {
    const nodes = parsePlainMarkup(html)
    expect(nodes).toBeDefined()
    expect(treeOf(nodes ?? [])).toBe(treeOf(oracle(html)))
    expect(nodes?.map(serialise).join('')).toBe(oracle(html).map(serialise).join(''))
  })

  it('leaves to parse5 whatever it would read in another way', () => {
    const isSame = (html: string): void => {
      const nodes = parsePlainMarkup(html)
      if (nodes) expect(treeOf(nodes)).toBe(treeOf(oracle(html)))
    }
    for (const html of HOSTILE) isSame(html)
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 5 }), (trees) => isSame(trees.join(''))),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => isSame(pieces.join(''))),
      { numRuns: 3000 },
    )
  })

  it.each([
    '<p>a<div>b</div></p>',
    '<a>a<a>b</a></a>',
    '<p>a',
    'a</p>',
    '<p>a</b></p>',
    '<table><tr><td>a</td></tr></table>',
    '<table>a</table>',
    '<div><li>a</li></div>',
    '<svg></svg>',
    '<iframe>a</iframe>',
    '<h2><h3>a</h3></h2>',
    '<p id="a" id="b">a</p>',
  ])('does not read %j', (html) => {
    expect(parsePlainMarkup(html)).toBeUndefined()
  })
})
