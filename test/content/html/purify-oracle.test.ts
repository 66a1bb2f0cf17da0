import createDOMPurify from 'dompurify'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { flowHtml, inlineHtml } from '../../../src/content/html/sanitise.ts'
import { HOSTILE } from '../../support/fixtures/hostile.ts'
import { linkRules } from '../world.ts'

/** DOMPurify is the reference and does not run in the portal: whatever it would still remove is a hole. */
const { window } = new JSDOM('')
const purify = createDOMPurify(window)
const rules = linkRules()

/** What DOMPurify would remove, in words. */
function holes(safe: string): string[] {
  // Ids are allowed on headings, paragraphs and list items only: no element that could shadow a property of `document`.
  // Attribute values may mention tags, because every angle bracket in them is escaped.
  purify.sanitize(safe, { SANITIZE_DOM: false, SAFE_FOR_XML: false })
  return (
    purify.removed
      .map((entry) =>
        'element' in entry ? entry.element.nodeName : `${entry.from?.nodeName} ${entry.attribute?.name}`,
      )
      // DOMPurify itself wraps a fragment in <html>, <head> and <body>.
      .filter((name) => !/^(?:html|head|body)$/i.test(name))
  )
}

test.each([
  ['raw HTML', flowHtml],
  ['a line of text', inlineHtml],
])('the oracle removes nothing from %s made of hostile content', (_name, sanitise) => {
  for (const evil of HOSTILE) expect([evil, holes(sanitise(evil, rules))]).toEqual([evil, []])
  const all = HOSTILE.join('\n')
  expect(holes(sanitise(all, rules))).toEqual([])
})

test('the oracle does remove something from unsanitised content', () => {
  expect(holes('<p onclick="hacked()">x</p>')).not.toEqual([])
})

test('nor from any sequence of fragments', () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<table>',
      '<td>',
      '</table>',
      '<svg>',
      '<math>',
      '<style>',
      '<b>',
      '<a href="/x">',
      '<!--',
      '-->',
      '"',
      "'",
      '>',
    ),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      expect(holes(flowHtml(pieces.join(''), rules))).toEqual([])
    }),
    { numRuns: 300 },
  )
})
