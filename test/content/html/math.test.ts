import { withoutMath } from '../../../src/content/html/math.ts'
import type { SafeHtml } from '../../../src/system/escape.ts'
import { normaliseOne } from '../world.ts'

const ENERGY = '<math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>'

function html(innerHTML: string): string {
  return normaliseOne({ blockType: 'html', innerHTML })
    .map((block) => ('html' in block ? block.html : ''))
    .join('')
}

describe('a formula (BLOCK-62)', () => {
  test('is MathML, without what could be a script or a link', () => {
    expect(html(`<p>Energia: ${ENERGY}.</p>`)).toBe(`<p>Energia: ${ENERGY}.</p>`)
    const hostile =
      '<math href="javascript:zlo()" onclick="zlo()" display="block"><mi style="x" mathvariant="bold">x</mi><maction><mtext><img src=x onerror=zlo()></mtext></maction><annotation-xml encoding="text/html"><script>zlo()</script></annotation-xml></math>'
    expect(html(`<p>${hostile}</p>`)).not.toMatch(/href|onclick|style|script|img|zlo/)
    expect(html(`<p>${hostile}</p>`)).toContain('<math display="block"><mi mathvariant="bold">x</mi>')
  })

  test('has text alone where a parser goes back to HTML', () => {
    const mixed = '<p><math><mtext>a<math><mi>b</mi></math><b>c</b><mglyph></mglyph></mtext><mi>x</mi></math></p>'
    expect(html(mixed)).toBe('<p><math><mtext>abc</mtext><mi>x</mi></math></p>')
  })

  test('of KaTeX and MathJax is once, and its source is not next to it', () => {
    const semantics =
      '<math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math>'
    const katex = `<span class="katex"><span class="katex-mathml">${semantics}</span><span class="katex-html" aria-hidden="true"><span>x</span></span></span>`
    expect(html(`<p>${katex}</p>`)).toBe('<p><math><semantics><mrow><mi>x</mi></mrow></semantics></math></p>')
    const mathjax = `<mjx-container><svg><path d="M0 0"></path></svg><mjx-assistive-mml><math><mi>y</mi></math></mjx-assistive-mml></mjx-container>`
    expect(html(`<p>${mathjax}</p>`)).toBe('<p><math><mi>y</mi></math></p>')
    expect(
      html('<p><span class="MathJax_Preview">[a]</span><script type="math/tex">\\frac{a}{b} < c</script></p>'),
    ).toBe('<p><code>\\frac{a}{b} &lt; c</code></p>')
    expect(html(`<p><script type="math/mml">${ENERGY}</script></p>`)).toBe(`<p>${ENERGY}</p>`)
  })

  test.each([
    [ENERGY, 'E=mc<sup>2</sup>'],
    ['<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac></math>', '(a+1)/b'],
    ['<math><msqrt><mn>2</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot></math>', '√2<sup>3</sup>√x'],
    ['<math><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi></math>', '∑<sub>i</sub><sup>n</sup>i'],
    ['<math><mi>a</mi><annotation encoding="application/x-tex">a</annotation></math>', 'a'],
    ['<math><mo>&lt;</mo></math>', '&lt;'],
  ])('where MathML cannot be is its signs: %s', (math, shown) => {
    expect(withoutMath(`<p>${math}</p>` as SafeHtml)).toBe(`<p>${shown}</p>`)
  })

  test('a text without formulas is the same', () => {
    expect(withoutMath('<p>2 &lt; 3</p>' as SafeHtml)).toBe('<p>2 &lt; 3</p>')
  })
})
