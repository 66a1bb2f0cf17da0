import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { highlight } from '../../src/content/highlight.ts'
import { jsonForScript } from '../../src/content/html/json-script.ts'
import { schemaOrg } from '../../src/content/schema-org.ts'

describe('JSON in a script', () => {
  test('nothing in it ends the script, and every well-formed value comes back', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('</script>', '<!--<script', '\u2028', ']]>', '-->'),
        (value, evil) => {
          const written = jsonForScript({ value, evil })
          const { document } = new JSDOM(`<script type="application/json">${written}</script>`).window
          expect(JSON.parse(document.querySelector('script')?.textContent ?? '')).toEqual(
            JSON.parse(JSON.stringify({ value, evil })),
          )
          expect(written).not.toMatch(/[<\u2028\u2029]/)
        },
      ),
    )
  })

  test('half a character becomes the replacement character', () => {
    expect(JSON.parse(jsonForScript('a\ud800b'))).toBe('a\ufffdb')
  })
})

describe('highlighted code', () => {
  test.each(['javascript', 'python', 'solidity', 'bash', 'json', 'html', 'nieznany', undefined])(
    'in %s keeps every character',
    (language) => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (code) => {
          const clean = code.replace(/[\0\r]/g, '').toWellFormed()
          expect(JSDOM.fragment(`<i>${highlight(clean, language)}</i>`).textContent).toBe(clean)
        }),
        { numRuns: 60 },
      )
    },
  )

  test('of a known language has tokens, and a hostile name of a language is plain', () => {
    expect(highlight('const a = 1', 'js')).toContain('<span class="token keyword">const</span>')
    for (const name of ['__proto__', 'constructor', 'extend', '"><script>'])
      expect(highlight('a < b', name)).toBe('a &lt; b')
  })
})

describe("the CMS' own schema", () => {
  const article = { '@context': 'https://schema.org', '@type': 'NewsArticle' }
  test('counts when it is JSON-LD of schema.org', () => {
    for (const good of [article, [article], { '@context': 'http://schema.org/', '@graph': [article] }])
      expect(schemaOrg(good)).toBe(good)
  })
  test.each([
    [null],
    [false],
    [''],
    [[]],
    [{}],
    ['x'],
    [{ '@type': 'NewsArticle' }],
    [{ ...article, '@context': 'https://schema.org.zly.example' }],
    [[article, 1]],
  ])('does not when it is %j', (bad) => {
    expect(schemaOrg(bad)).toBeUndefined()
  })
})
