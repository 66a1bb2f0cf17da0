import fc from 'fast-check'
import { attribute, isElement, isText, parseHtml } from '../../../src/content/html/tree.ts'
import { escapeHtml, joinHtml } from '../../../src/system/escape.ts'
import { RUNS } from '../../support/property-runs.ts'

/** Any text that HTML can hold: all but NUL. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom(...`&<>"'/=;# `, 'amp', 'lt', '&lt', '&amp;', '<b>', '<!--', ']]>', 'ł', '\r'))
      .map((p) => p.join('')),
  )
  .map((written) => written.replaceAll('\0', ''))

test('the five special characters of HTML are escaped', () => {
  expect(escapeHtml(`<a href="x" title='y'>R&D</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;R&amp;D&lt;/a&gt;',
  )
})

test("a text escaped into an element's content reads back as that text, and nothing else is there", () => {
  fc.assert(
    fc.property(text, (written) => {
      const [element, ...others] = parseHtml(`<p>${escapeHtml(written)}</p>`)
      expect(others).toEqual([])
      const nodes = element && isElement(element) ? element.childNodes : []
      expect(nodes.every(isText)).toBe(true)
      expect(
        nodes
          .filter(isText)
          .map((node) => node.value)
          .join(''),
      ).toBe(written)
    }),
    { numRuns: RUNS },
  )
})

test.each(['"', "'"])('a text escaped into an attribute between %s reads back as that text', (quote) => {
  fc.assert(
    fc.property(text, (written) => {
      const [element, ...others] = parseHtml(`<b title=${quote}${escapeHtml(written)}${quote}></b>`)
      expect(others).toEqual([])
      if (!element || !isElement(element)) throw new Error('the element is gone')
      expect(element.attrs.map(({ name }) => name)).toEqual(['title'])
      expect(attribute(element, 'title')).toBe(written)
    }),
    { numRuns: RUNS },
  )
})

test('fragments of safe HTML are concatenated unchanged', () => {
  expect(joinHtml([escapeHtml('<'), escapeHtml('b')], ' ')).toBe('&lt; b')
})
