import fc from 'fast-check'
import { jsonForScript } from '../../../src/content/html/markup.ts'
import { RUNS } from '../../support/property-runs.ts'
import { bodyOf } from '../body-of.ts'

/** The text that a browser reads from a script element that contains this JSON. */
function readBack(written: string): unknown {
  const scripts = bodyOf(`<script type="application/json">${written}</script><p>po</p>`)
  expect(scripts.children).toHaveLength(2)
  return JSON.parse(scripts.firstElementChild?.textContent ?? '')
}

const EVIL = [
  '</script>',
  '</SCRIPT\n>',
  '<!--',
  '<!--<script>',
  '-->',
  ']]>',
  '\u2028',
  '\u2029',
  '<',
  '&lt;/script>',
  '\\u003c',
  '\\',
]
const evilText = fc
  .array(fc.oneof(fc.constantFrom(...EVIL), fc.string({ unit: 'binary' })))
  .map((parts) => parts.join(''))
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    evilText,
    fc.double(),
    fc.constantFrom(null, true, false),
    fc.array(tie('tree')),
    fc.dictionary(
      evilText.map((key) => key.toWellFormed()),
      tie('tree'),
    ),
  ),
}))

test.each(EVIL)('%j can neither end the script nor hide what follows (HEAD-27)', (evil) => {
  const written = jsonForScript({ [evil]: `przed${evil}po` })
  expect(written).not.toMatch(/[<\u2028\u2029]/)
  expect(readBack(written)).toEqual({ [evil]: `przed${evil}po` })
})

test('half a character becomes the replacement character, a whole one stays', () => {
  expect(readBack(jsonForScript(['a\ud83d', '\ude00b', '😀']))).toEqual(['a\ufffd', '\ufffdb', '😀'])
})

test('every value reads back like plain JSON', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const written = jsonForScript({ value })
      expect(written).not.toMatch(/[<\u2028\u2029]/)
      expect(written.isWellFormed()).toBe(true)
      const expected: unknown = JSON.parse(JSON.stringify({ value }), (_, item: unknown) =>
        typeof item === 'string' ? item.toWellFormed() : item,
      )
      expect(readBack(written)).toEqual(expected)
    }),
    { numRuns: RUNS },
  )
})
