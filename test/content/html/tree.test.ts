import { elementsNamed, parseHtml, textOf } from '../../../src/content/html/tree.ts'

test('an element with more children than a call takes arguments is walked and read', () => {
  const nodes = parseHtml(`<p>${'a<br>'.repeat(200_000)}</p>`)
  expect(elementsNamed(nodes, 'br')).toHaveLength(200_000)
  expect(textOf(nodes)).toHaveLength(400_002)
})
