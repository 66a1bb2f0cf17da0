import fc from 'fast-check'
import { highlight } from '../../src/content/highlight.ts'
import { bodyOf } from './body-of.ts'

const LANGUAGES = [
  ...'javascript js typescript ts bash sh shell python py solidity sol sql yaml yml json html xml css clike text plain plaintext txt'.split(
    ' ',
  ),
  'brainfuck',
  'constructor',
  '__proto__',
  'extend',
  '',
  undefined,
]
/** Fragments that begin and end what grammars match. */
const PIECES =
  '" \' ` $ { } ( ) [ ] /* */ // # <!-- --> <b> </script> </code> &lt; & = => : - \\ $( <<EOF EOF """ function contract if 0x1f 1e9 żółć 東京 😀'.split(
    ' ',
  )
const code = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, '\n', '\t', ' '), fc.string({ unit: 'binary' })))
  // An HTML parser drops NUL, and a lone surrogate is invalid in a document.
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed())

test.each(LANGUAGES)(
  'in the language %p every character is kept, and only spans with classes are added (BLOCK-16)',
  (language) => {
    fc.assert(
      fc.property(code, (written) => {
        const shown = bodyOf(`<pre><code>${highlight(written, language)}</code></pre>`)
        expect(shown.textContent).toBe(written)
        for (const element of shown.querySelectorAll('code *')) {
          expect([element.localName, element.getAttributeNames()]).toEqual(['span', ['class']])
          expect(element.className).toMatch(/^token [\w-]+$/)
        }
      }),
      { numRuns: 150 },
    )
  },
)

test.each([
  ['js', 'const kłos = 1', 'keyword', 'const'],
  ['ts', 'interface Kłos {}', 'keyword', 'interface'],
  ['py', 'def ziarno(): pass', 'keyword', 'def'],
  ['sol', 'contract Wallet {}', 'keyword', 'contract'],
  ['sh', 'echo "kłos"', 'string', '"kłos"'],
  ['json', '{"a": true}', 'boolean', 'true'],
  ['yml', 'a: true', 'boolean', 'true'],
  ['sql', 'SELECT 1', 'keyword', 'SELECT'],
  ['html', '<b>kłos</b>', 'tag', '<b>'],
])('%s is a language of its own: %s', (language, written, kind, token) => {
  const tokens = [...bodyOf(highlight(written, language)).querySelectorAll(`.token.${kind}`)]
  expect(tokens.map((element) => element.textContent)).toContain(token)
})

test.each([undefined, '', 'brainfuck', '__proto__', 'constructor', 'extend', 'DFS', '"><script>'])(
  'the language %p has no grammar: its code is plain',
  (language) => {
    expect(highlight('const a = "<b>" && 1', language)).toBe('const a = &quot;&lt;b&gt;&quot; &amp;&amp; 1')
  },
)

test.each([
  ['very long', 'a = 1\n'.repeat(4_000)],
  ['of one very long line', `x = ${'a'.repeat(3_000)}`],
])('code %s is plain and complete (COST-5)', (_, written) => {
  expect(highlight(written, 'js')).toBe(written)
})
