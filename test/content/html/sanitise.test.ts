import fc from 'fast-check'
import { flowHtml, inlineHtml } from '../../../src/content/html/sanitise.ts'
import { RUNS } from '../../support/property-runs.ts'
import { bodyOf } from '../body-of.ts'
import { CDN, CMS, linkRules } from '../world.ts'

const rules = linkRules()
const flow = (html: string): string => flowHtml(html, rules)
const inline = (html: string): string => inlineHtml(html, rules)

const INLINE_ELEMENTS =
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'
const FLOW_ELEMENTS = `${INLINE_ELEMENTS} address article aside blockquote caption col colgroup dd details div dl dt
  figcaption figure footer h2 h3 h4 h5 h6 header hr li ol p pre section summary table tbody td tfoot th thead tr ul`
const ATTRIBUTES = new Set(
  `href rel title lang dir id colspan rowspan scope span start reversed value datetime open src srcset sizes alt width
  height loading type class`.split(/\s+/),
)
/** Alignment, and letters and numerals of lists. */
const CLASSES = /^(?:align-(?:center|right)|(?:lower|upper)-(?:alpha|roman))$/
/** Formulas, whose elements and attributes have a test of their own. */
const MATHML = 'http://www.w3.org/1998/Math/MathML'
/** Elements whose content is not text for readers. */
const UNREAD =
  'script style template iframe frame frameset object embed applet svg canvas select datalist textarea title noembed'
/** Elements whose tags are removed and whose text stays. */
const UNWRAPPED = `form button fieldset legend label main nav dialog menu marquee blink font center strike tt big nobr
  listing noscript audio video picture search hgroup output meter progress x-element constructor`

const words = (list: string): string[] => list.split(/\s+/)

describe('lines of several elements (TEXT-13)', () => {
  test.each([
    ['<b>Covid-</b>19', '<b>Covid-</b>^19'],
    ['Covid-<b>19</b>', 'Covid-^<b>19</b>'],
    ['<b>80</b><!-- x --> zł', '<b>80</b>~zł'],
    ['80 <!-- x --><b>zł</b>', '80~<b>zł</b>'],
    ['dr<b>a</b> dom', 'dr<b>a</b> dom'],
    ['dom i <br>las', 'dom i <br>las'],
    ['dom 5 <br>GB', 'dom 5 <br>GB'],
    ['dom i <em>las</em>', 'dom i~<em>las</em>'],
    ['<a href="/a">npm-</a>run', '<a href="/a">npm-</a>run'],
    ['<code>Covid-19 i 5 GB</code>', '<code>Covid-19 i 5 GB</code>'],
  ])('%s', (html, bound) => {
    expect(inline(html).replaceAll(String.fromCharCode(160), '~').replaceAll(String.fromCharCode(0x2060), '^')).toBe(
      bound,
    )
  })
})

describe('sanitising removes', () => {
  test.each([
    ['<script>alert(1)</script>', ''],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<style>p{color:red}</style>', ''],
    ['<iframe src="https://foreign.example"></iframe>', ''],
    ['<iframe><p>nikt</p></iframe>', ''],
    ['<object data="x"><p>nikt</p></object>', ''],
    ['<svg><script>alert(1)</script><text>nikt</text></svg>', ''],
    ['<form action="/x"><input name="a"><textarea>nikt</textarea></form>', ''],
    ['<template><p>nikt</p></template>', ''],
    ['<!-- komentarz -->', ''],
    ['<base href="https://evil.example">', ''],
    ['<meta http-equiv="refresh" content="0">', ''],
    ['<link rel="stylesheet" href="x">', ''],
  ])('%s, which leaves %j', (html, left) => {
    expect(flow(html)).toBe(left)
  })

  test.each([
    '<p onclick="zlo()" style="position:fixed" class="x" data-x="1" align="justify">tekst</p>',
    '<p ONCLICK=zlo() / onerror="zlo()">tekst</p>',
    '<p id="1 2" lang="<b>" dir="up" srcdoc="x" formaction="x">tekst</p>',
    '<p id="a b" xmlns="x" is="x" slot="x" nonce="x">tekst</p>',
  ])('handlers, styles and attributes that are not allowed: %s', (html) => {
    expect(flow(html)).toBe('<p>tekst</p>')
  })

  test.each([
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '',
  ])('a link to %j, but not its text', (href) => {
    expect(flow(`<a href="${href}">tekst</a>`)).toBe('tekst')
  })

  test.each(['data:image/png;base64,AAAA', 'javascript:alert(1)', '', 'blob:x'])('an image from %j', (src) => {
    expect(flow(`a<img src="${src}" onerror="zlo()">b`)).toBe('ab')
  })

  test("relations and targets of an editor's link, and a link within a link", () => {
    expect(flow('<a href="https://a.example/" target="_top" rel="opener" ping="x">a</a>')).toBe(
      '<a href="https://a.example/" rel="noopener">a</a>',
    )
    expect(flow('<a href="/a">a<marquee><a href="/b">b</a></marquee></a>')).toBe('<a href="/a">ab</a>')
  })
})

describe('sanitising keeps', () => {
  test('plain markup unchanged', () => {
    const html =
      '<h2 id="wstep">Wstęp</h2><p>Zdanie <strong>mocne</strong>, <em>miękkie</em><br>i\u00a0<sup>2</sup>.</p>' +
      '<ul><li>a</li><li>b<ol start="3" reversed=""><li value="5">c</li></ol></li></ul><hr>' +
      '<blockquote><p>x</p><cite>y</cite></blockquote><pre><code>a  b</code></pre>' +
      '<details open=""><summary>s</summary>t</details><dl><dt>a</dt><dd>b</dd></dl>' +
      '<figure><figcaption>podpis</figcaption></figure>' +
      '<time datetime="2026-03-03">3\u00a0marca</time> <abbr title="skrót">sk.</abbr> <q lang="en" dir="ltr">q</q>'
    expect(flow(html)).toBe(html)
  })

  test('a table with its head, foot, spans and scopes', () => {
    const html =
      '<table><caption>c</caption><colgroup><col span="2"></colgroup><thead><tr><th scope="col">a</th></tr></thead>' +
      '<tbody><tr><td colspan="2" rowspan="3">b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>'
    expect(flow(html)).toBe(html)
    expect(flow('<table><tr><td colspan="0" rowspan="-1">a</td></tr></table>')).toBe(
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    )
  })

  test('the text of removed elements', () => {
    expect(flow('<form><p>Imię</p><button>Wyślij</button></form>')).toBe('<p>Imię</p>Wyślij')
    expect(flow('<font color="red">czerwony</font>')).toBe('czerwony')
    expect(flow('<noscript><p>bez skryptów</p></noscript>')).toBe('<p>bez skryptów</p>')
  })

  test('text that looks like markup, as text', () => {
    expect(flow('1 &lt; 2 &amp;&amp; &lt;script&gt;')).toBe('1 &lt; 2 &amp;&amp; &lt;script&gt;')
    expect(flow('<plaintext><b>')).toBe('&lt;b&gt;')
    expect(flow('<xmp><script>x</script></xmp>')).toBe('&lt;script&gt;x&lt;/script&gt;')
  })

  test('the first empty line of preformatted text', () => {
    expect(bodyOf(flow('<pre>\n\nkod</pre>')).textContent).toBe('\nkod')
  })

  test('table cells without a table only as text, as a browser parses them', () => {
    expect(flow('<td>a</td> b')).toBe('a\u00a0b')
    expect(flow('x<tr><td>a</td></tr>')).toBe('xa')
  })
})

describe('sanitising changes', () => {
  test('a first-level heading to the second level, and obsolete elements to current ones', () => {
    expect(flow('<h1>Tytuł</h1><strike>x</strike><center>y</center><acronym title="z">z</acronym>')).toBe(
      '<h2>Tytuł</h2><s>x</s><div class="align-center">y</div><abbr title="z">z</abbr>',
    )
  })

  test('a link by the rules of content links', () => {
    expect(flow('<a href="https://szpalta.test/2026/03/slug/?a=1#b">a</a>')).toBe(
      '<a href="https://szpalta.test/2026/03/slug.html?a=1#b">a</a>',
    )
    expect(flow(`<a href="${CMS}/2026/03/slug/" title="Opis &quot;x&quot;">a</a>`)).toBe(
      '<a href="/2026/03/slug" title="Opis &quot;x&quot;">a</a>',
    )
  })

  test('an image: it moves to the CDN, loads lazily and has an alternative text', () => {
    const image = bodyOf(
      flow(`<img src="${CMS}/wp-content/uploads/2026/03/a.jpg" alt="" width="700" height="auto" srcset="x 1w">`),
    ).querySelector('img')
    expect(image?.getAttribute('src')).toBe(`${CDN}/2026/03/a.webp`)
    expect(image?.getAttribute('srcset')).toMatch(/w=306&q=75 306w.* 700w$/)
    expect(image?.getAttribute('alt')).toBe('photo')
    expect(image?.getAttribute('width')).toBe('700')
    expect(image?.hasAttribute('height')).toBe(false)
    expect(image?.getAttribute('loading')).toBe('lazy')
  })
})

describe('one line', () => {
  test('has inline elements only, and keeps words of different blocks apart', () => {
    expect(bodyOf(inline('<p>Cena <b>netto</b></p><p>10 zł</p>')).innerHTML).toMatch(
      /^Cena <b>netto<\/b>\s+10&nbsp;zł$/,
    )
    expect(inline('Cena<div>10 zł</div>za sztukę').split(/\s+/)).toEqual(['Cena', '10', 'zł', 'za', 'sztukę'])
    expect(inline('a<hr>b<header>c</header>d').split(/\s+/)).toEqual(['a', 'b', 'c', 'd'])
    expect(inline('<table><tr><td>a</td><td>b</td></tr></table>').split(/\s+/)).toEqual(['a', 'b'])
  })

  test('has no white space at its ends, and is empty when it has no text', () => {
    expect(inline('\n<p>Zdanie.</p>\n')).toBe('Zdanie.')
    expect(inline('<p> &nbsp; </p>')).toBe('')
    expect(inline('<p><span></span></p>')).toBe('')
  })
})

describe('tags that an HTML parser would move', () => {
  test.each([
    ['<ul><li>a<form><li>b</form></ul>', '<ul><li>a b </li></ul>'],
    ['<li>a</li>', 'a'],
    ['<dl><dt>a<form><dt>b</form></dl>', '<dl><dt>a b </dt></dl>'],
    ['<h2>a<font><h3>b</h3></font></h2>', '<h2>a\u00a0b </h2>'],
    ['<p>a<button><p>b</p></button></p>', '<p>a\u00a0b </p>'],
    ['<ruby>a<rt>b<font><rt>c</font></ruby>', '<ruby>a<rt>bc</rt></ruby>'],
  ])('%s are removed, and their text stays in its place', (html, expected) => {
    const squeeze = (text: string) => text.replace(/\s+/g, ' ')
    expect(squeeze(flow(html))).toBe(squeeze(expected))
    expect(squeeze(flow(flow(html)))).toBe(squeeze(flow(html)))
  })
})

describe('hostile depth', () => {
  test('is flattened without loss of text', () => {
    const html = `${'<div>'.repeat(5000)}dno${'</div>'.repeat(5000)}<p>potem</p>`
    const body = bodyOf(flow(html))
    expect(body.textContent?.replace(/\s+/g, ' ').trim()).toMatch(/^dno ?potem$/)
    let depth = 0
    for (let inner = body.firstElementChild; inner; inner = inner.firstElementChild) depth++
    expect(depth).toBeLessThan(100)
  })

  test('keeps the words of flattened blocks apart', () => {
    const html = `${'<div>'.repeat(200)}<p>raz</p><p>dwa</p>`
    expect(bodyOf(flow(html)).textContent?.trim().split(/\s+/)).toEqual(['raz', 'dwa'])
  })
})

describe('any HTML', () => {
  const text = fc.oneof(
    fc.constantFrom(
      'słowo',
      ' ',
      '\n',
      '&lt;script&gt;',
      '&amp;',
      '<',
      '>',
      '"',
      "'",
      '`',
      '\u00a0',
      '&',
      '&#13;',
      '--!>',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  const url = fc.constantFrom(
    ...['javascript:alert(1)', 'java&#10;script:x', 'data:text/html,x', '/a/b?c=d#e', '#x', 'https://a.example/'],
    ...['https://szpalta.test/2026/03/slug/', '//a.example/2026/03/x.jpg', 'mailto:a@b.example', '/x.png', '', '//['],
  )
  const attribute = fc.oneof(
    fc.tuple(fc.constantFrom('href', 'src', 'srcset', 'action', 'xlink:href', 'background', 'poster'), url),
    fc.tuple(
      fc.constantFrom(
        'onclick',
        'ONERROR',
        'style',
        'class',
        'id',
        'title',
        'lang',
        'colspan',
        'start',
        'width',
        'open',
      ),
      fc.constantFrom('1', 'a', '100%', 'x"y', "x'y", '<b>', 'position:fixed', '&quot;onload=&quot;zlo()', 'wstęp'),
    ),
  )
  const attributes = fc
    .array(attribute, { maxLength: 3 })
    .map((pairs) => pairs.map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`).join(''))
  /** Every name, often one of those that parsers close, move and reopen automatically. */
  const tag = fc.oneof(
    fc.constantFrom(...words(FLOW_ELEMENTS), ...words(UNREAD), ...words(UNWRAPPED), 'h1', 'input'),
    fc.constantFrom(
      ...words('p a b li ul div h2 h3 table tr td caption form button marquee font ruby rt dl dt pre select'),
    ),
  )
  /** Tags as an editor, an old editor or a fuzzer would write them: end tags are missing, early or late. */
  const soup = fc
    .array(
      fc.oneof(
        { arbitrary: fc.tuple(tag, attributes).map(([name, attributeText]) => `<${name}${attributeText}>`), weight: 4 },
        { arbitrary: tag.map((name) => `</${name}>`), weight: 3 },
        { arbitrary: text, weight: 2 },
        { arbitrary: tag.map((name) => `<!-- <${name}> -->`), weight: 1 },
      ),
      { maxLength: 40, size: 'max' },
    )
    .map((pieces) => pieces.join(''))
  const anything = fc.oneof(
    { arbitrary: soup, weight: 6 },
    { arbitrary: fc.array(text).map((pieces) => pieces.join('')), weight: 1 },
    {
      arbitrary: fc.string({ unit: fc.constantFrom(...'<>/!-="\'& abipsx', '<p', '<a', '<!--', '<script', '<svg') }),
      weight: 1,
    },
  )
  const ways = [
    ['flow', flow, new Set(words(FLOW_ELEMENTS))],
    ['inline', inline, new Set(words(INLINE_ELEMENTS))],
  ] as const

  test.each(ways)('%s HTML has only allowed elements and attributes', (_, sanitise, allowed) => {
    fc.assert(
      fc.property(anything, (html) => {
        const body = bodyOf(sanitise(html))
        for (const element of body.querySelectorAll('*')) {
          if (element.namespaceURI === MATHML) continue
          expect(allowed).toContain(element.localName)
          expect(element.namespaceURI).toBe('http://www.w3.org/1999/xhtml')
          for (const { name, value } of element.attributes) {
            expect(ATTRIBUTES).toContain(name)
            if (name === 'class') expect(value).toMatch(CLASSES)
            if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/))/)
            if (name === 'src') expect(value).toMatch(/^(?:https?:\/\/|\/(?!\/))/)
          }
        }
      }),
      { numRuns: RUNS },
    )
  })

  test.each(ways)('%s HTML is unchanged when it is sanitised again', (_, sanitise) => {
    fc.assert(
      fc.property(anything, (html) => {
        const once = sanitise(html)
        expect(sanitise(once)).toBe(once)
      }),
      { numRuns: RUNS },
    )
  })

  test.each(ways)('%s HTML keeps every word, in its place', (_, sanitise) => {
    // Except parts of tables: the parser itself moves text between cells in front of the table.
    const kept = words(`${FLOW_ELEMENTS} ${UNWRAPPED} h1`).filter(
      (name) => !/^(?:table|caption|col|colgroup|t(?:body|d|foot|h|head|r)|br|hr|img|wbr)$/.test(name),
    )
    const { tree } = fc.letrec<{ tree: string[] }>((tie) => ({
      tree: fc
        .array(
          fc.oneof(
            { depthSize: 'small' },
            fc.constant(['#']),
            fc
              .tuple(fc.constantFrom(...kept), tie('tree'))
              .map(([name, inside]) => [`<${name}>`, ...inside, `</${name}>`]),
          ),
          { maxLength: 5, size: 'max' },
        )
        .map((parts) => parts.flat()),
    }))
    fc.assert(
      fc.property(tree, (parts) => {
        const written = parts.map((part, index) => (part === '#' ? `słowo${index}!` : part)).join('')
        const read = bodyOf(sanitise(written)).textContent ?? ''
        expect(read.match(/słowo\d+!/g)).toEqual(written.match(/słowo\d+!/g))
      }),
      { numRuns: RUNS },
    )
  })

  test('no script reaches the page', () => {
    fc.assert(
      fc.property(anything, (html) => {
        const body = bodyOf(flow(`${html}<script>zlo()</script><img src=x onerror=zlo()>`))
        expect(body.querySelector('script, style, iframe, object, embed, form, input, [onerror], [style]')).toBeNull()
      }),
    )
  })
})
