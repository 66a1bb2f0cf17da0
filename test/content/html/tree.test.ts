import { html as dialect, parseFragment, serialize, defaultTreeAdapter as tree } from 'parse5'
import { elementsNamed, PIECE, parseHtml, parseHtmlInSteps, serialise, textOf } from '../../../src/content/html/tree.ts'

test('an element with more children than a call takes arguments is traversed and parsed', () => {
  const nodes = parseHtml(`<p>${'a<br>'.repeat(200_000)}</p>`)
  expect(elementsNamed(nodes, 'br')).toHaveLength(200_000)
  expect(textOf(nodes)).toHaveLength(400_002)
})

test('COST-1: slices may end within tags, entities, comments and characters, and the tree is that of the whole', () => {
  const marks =
    '<a href="/a?b&amp;c" title=x>😀 &eacute;&#378;</a>\r\n<!-- k -- >--><b>ż</b ><![CDATA[x]]></p ><table>t<td>k</table>'
  const body = tree.createElement('body', dialect.NS.HTML, [])
  for (let before = 0; before <= marks.length; before++) {
    const html = `<p>${'ż'.repeat(PIECE - 3 - before)}${marks}${marks.repeat(300)}`
    expect(html.length).toBeGreaterThan(2 * PIECE)
    expect(
      parseHtml(html).map(serialise).join('') === serialize(parseFragment(body, html, { scriptingEnabled: false })),
    ).toBe(true)
  }
})

test('COST-1: parsing yields after each slice', () => {
  const steps = parseHtmlInSteps('<p>tekst</p>'.repeat(20_000))
  let count = 0
  while (!steps.next().done) count += 1
  expect(count).toBe(Math.floor((12 * 20_000) / PIECE))
})
