import fc from 'fast-check'
import { createMendingDecoder, createTextMender, type Mend } from '../../tools/newsroom/wxr/mending.ts'
import { withFootnotes } from '../../tools/newsroom/wxr/wire.ts'

function decoded(pieces: readonly Uint8Array[]): { text: string; mends: Mend[] } {
  const mends: Mend[] = []
  const decoder = createMendingDecoder((mend) => mends.push(mend))
  return { text: pieces.map((piece) => decoder.write(piece)).join('') + decoder.end(), mends }
}

function mended(pieces: readonly string[]): { text: string; mends: Mend[] } {
  const mends: Mend[] = []
  const mender = createTextMender((mend) => mends.push(mend))
  // A file begins so.
  const text = ['<rss>', ...pieces].map((piece) => mender.write(piece)).join('') + mender.end()
  return { text: text.slice('<rss>'.length), mends }
}

describe('stray bytes of an export (SRC-60)', () => {
  test('are letters of Windows, and their lines are named', () => {
    const bytes = Buffer.concat([
      Buffer.from('Zażółć\nz'),
      Buffer.from([0x92]),
      Buffer.from(' gęślą\n'),
      Buffer.from([0xb9, 0xea]),
    ])
    const { text, mends } = decoded([bytes])
    expect(text).toBe('Zażółć\nz’ gęślą\nąę')
    expect(mends.map(({ line }) => line)).toEqual([2, 3, 3])
  })

  test('are the same in whatever pieces the file comes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }),
        (bytes, sizes) => {
          const pieces: Uint8Array[] = []
          let from = 0
          for (const size of sizes) {
            pieces.push(bytes.subarray(from, from + size))
            from += size
          }
          pieces.push(bytes.subarray(Math.min(from, bytes.length)))
          expect(decoded(pieces)).toEqual(decoded([bytes]))
        },
      ),
    )
  })

  test('are none in good UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decoded([Buffer.from(text)])).toEqual({ text: text.toWellFormed(), mends: [] })
      }),
    )
  })
})

describe('references of an export', () => {
  test.each([
    ['Tom & Jerry', 'Tom &amp; Jerry', 'an ampersand that is not escaped'],
    ['A&nbsp;B', 'A\u00a0B', 'an entity of HTML, &nbsp;'],
    ['&oacute;', 'ó', 'an entity of HTML, &oacute;'],
    ['a&b;c', 'a&amp;b;c', 'an ampersand that is not escaped'],
    ['a&', 'a&amp;', 'an ampersand that is not escaped'],
    ['x&#0;y', 'xy', 'a reference to no character, &#0;'],
    ['A &AMP; B', 'A &amp; B', 'an entity of HTML, &AMP;'],
    ['a &nvlt; b', 'a &lt;\u20d2 b', 'an entity of HTML, &nvlt;'],
    ['a < b', 'a &lt; b', 'an angle bracket that is not escaped'],
    ['1<2', '1&lt;2', 'an angle bracket that is not escaped'],
    ['<t a="b<c">', '<t a="b&lt;c">', 'an angle bracket that is not escaped'],
    ['a ]]> b', 'a ]]&gt; b', 'an end of CDATA that is none'],
    ['a\u000bb', 'ab', 'a control character'],
    ['<a href="?a=1&b=2">', '<a href="?a=1&amp;b=2">', 'an ampersand that is not escaped'],
  ])('%s is mended', (written, text, what) => {
    expect(mended([`1\n2\n${written}`])).toEqual({ text: `1\n2\n${text}`, mends: [{ line: 3, what }] })
  })

  test.each([
    '&amp;&lt;&gt;&quot;&apos;&#243;&#xF3;',
    '<![CDATA[Tom & Jerry &nbsp; <b>]]>',
    '<!-- & -->',
    'bez odwołań',
  ])('%s is as it was', (written) => {
    expect(mended([written])).toEqual({ text: written, mends: [] })
  })

  test('are the same in whatever pieces the text comes', () => {
    const text = 'a & b &nbsp;<![CDATA[c & d]]><!-- & -->&lt;&#0;<t x="&">e</t>\n&'
    const part = fc.constantFrom('&', 'nbsp;', '<![CDATA[', ']]>', 'x', '\n', '<!--', '-->', '&lt;', ';', '#1;')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constant(text),
          fc.array(part).map((parts) => parts.join('')),
        ),
        fc.integer({ min: 1, max: 7 }),
        (all, size) => {
          const pieces = all.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
          expect(mended(pieces)).toEqual(mended([all]))
        },
      ),
    )
  })
})

test.each([
  ['\n<?xml version="1.0"?><rss></rss>', 1],
  ['\ufeff<br />\n<b>Notice</b>: x\n<?xml version="1.0"?><rss></rss>', 1],
  ['\ufeff\ufeff<rss></rss>', 1],
  ['\ufeff<rss></rss>', 0],
])('what stands before a file is passed over: %j', (written, mends) => {
  const noted: Mend[] = []
  const mender = createTextMender((mend) => noted.push(mend))
  const text = mender.write(written) + mender.end()
  expect(text).toMatch(/^<(?:\?xml version="1.0"\?><)?rss><\/rss>$/)
  expect(noted).toHaveLength(mends)
})

describe('footnotes of an export (SRC-60)', () => {
  const ID = '3e391428-ca68-4c89-a186-9a42d835ef9a'
  const BLOCK = '<!-- wp:footnotes /-->'
  const json = JSON.stringify([{ content: 'Treść, <em>s. 12</em>.', id: ID }])

  test('stand in their block', () => {
    expect(withFootnotes(`<p>a</p>${BLOCK}`, json)).toContain(
      `<li id="${ID}">Treść, <em>s. 12</em>. <a href="#${ID}-link"`,
    )
  })

  test('of a styled block stand in it too, and one that is unusable leaves the others', () => {
    const styled = '<!-- wp:footnotes {"style":{"spacing":{"padding":"1px"}}} /-->'
    const notes = JSON.stringify([
      { content: 'zła', id: 'fn-2' },
      { content: 'Treść', id: ID },
    ])
    expect(withFootnotes(styled, notes)).toMatch(/<li id="3e391428[^>]*>Treść /)
  })

  test.each([undefined, 'nie JSON', '[]', '[{"content":1}]', '[{"content":"a","id":"\\" onclick=zlo()"}]'])(
    'that are unusable change nothing: %s',
    (meta) => {
      expect(withFootnotes(`<p>a</p>${BLOCK}`, meta)).toBe(`<p>a</p>${BLOCK}`)
    },
  )
})
