import { deskComponents } from '../../../src/features/desk/components.ts'
import {
  directivePattern,
  directiveText,
  directiveValues,
  IMAGE_PATTERN,
  imageIn,
  imageLine,
  keptPattern,
  TABLE_PATTERN,
  tableText,
} from '../../../src/features/desk/editor/directive-text.ts'
import { deskWords } from '../../../src/features/desk/words.ts'
import { DIRECTIVES } from '../../../src/sources/embedded/markdown/directives.ts'
import { blocksFromMarkdown } from '../../../src/sources/embedded/markdown/markdown.ts'

const components = deskComponents(await deskWords('pl'))

function blocksOf(text: string): string {
  const problems: unknown[] = []
  const markup = blocksFromMarkdown(text, undefined, (problem) => problems.push(problem))
  expect(problems).toEqual([])
  return markup
}

describe.each(components)('the button $name', (component) => {
  const { example } = DIRECTIVES[component.name as keyof typeof DIRECTIVES]
  const pattern = directivePattern(component)

  test('reads what the manual shows, and writes what means the same (DESK-5)', () => {
    const match = pattern.exec(`${example}\n\nDalej.`)
    expect(match?.[0]).toBe(example)
    if (!match) return
    const values = directiveValues(component, match)
    const written = directiveText(component, values)
    expect(blocksOf(written)).toBe(blocksOf(example))
    const again = pattern.exec(written)
    expect(again && directiveValues(component, again)).toEqual(values)
  })

  test('has a field for everything that it says', () => {
    const names = component.fields.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(component.attributes.map(({ name }) => name)))
    for (const { label } of component.fields) expect(label).toMatch(/^\p{Lu}/u)
  })
})

const component = (name: string) => {
  const button = components.find((one) => one.name === name)
  if (!button) throw new Error(name)
  return button
}

test.each([
  'zwykły',
  'z "cudzysłowem"',
  'z } i {',
  'a & b = c',
  "z 'pojedynczym'",
  'https://a.example/?x=1&y=2',
  'ł ó ż',
])('the setting %s goes there and back', (sponsor) => {
  const written = directiveText(component('sponsored'), { label: 'Tytuł [1]', sponsor, markdown: 'Treść.' })
  const match = directivePattern(component('sponsored')).exec(written)
  expect(match && directiveValues(component('sponsored'), match)).toMatchObject({
    label: 'Tytuł [1]',
    sponsor,
    markdown: 'Treść.',
  })
  expect(blocksOf(written)).toContain(JSON.stringify(sponsor).replaceAll('&', '\\u0026'))
})

test('a directive that holds others has more colons than they', () => {
  const inside = directiveText(component('quote'), { label: '', markdown: 'Cytat.' })
  const outside = directiveText(component('details'), { label: 'Więcej', markdown: `Przed.\n\n${inside}\n` })
  expect(outside).toBe('::::details[Więcej]\nPrzed.\n\n:::quote\nCytat.\n:::\n::::')
  expect(directivePattern(component('details')).exec(`${outside}\n\n:::quote\nX\n:::`)?.[0]).toBe(outside)
})

test('cells of a spreadsheet become a table, and a table stays one', () => {
  const table = '| Rok | Cena |\n| --- | --- |\n| 2024 | 505,9 |\n| 2025 |  |'
  expect(tableText('Rok\tCena\n2024\t505,9\n2025')).toBe(table)
  expect(tableText(table)).toBe(table)
  expect(tableText('| A | B |\n|:--|--:|\n| a \\| b | c |')).toBe('| A | B |\n| :-- | --: |\n| a \\| b | c |')
  expect(TABLE_PATTERN.exec(`${table}\n\nDalej`)?.[0]).toBe(table)
  expect(TABLE_PATTERN.test('| to nie tabela |\nDalej')).toBe(false)
})

test.each([
  '![Opis](a.jpg)',
  '![Opis](<b c.jpg> "Podpis")',
  '![O \\[1\\]](/x.webp "Podpis \\"w cudzysłowie\\"")',
  '![](a.jpg)',
])('the image %s goes there and back', (written) => {
  const match = IMAGE_PATTERN.exec(`${written}\n\nDalej.`)
  expect(match && imageLine({ ...imageIn(match) })).toBe(written)
})

test.each(['Lista a] koniec', 'Początek [ dalej', '[a] b]', 'a [b [c]]', 'x\\] y'])(
  'the label %s is read again as it was written',
  (label) => {
    const details = component('details')
    const written = directiveText(details, { label, markdown: 'Treść.' })
    const match = directivePattern(details).exec(written)
    expect(match && directiveValues(details, match)).toEqual({ label: label.replace('\\]', ']'), markdown: 'Treść.' })
    expect(blocksOf(written)).toContain('<summary>')
  },
)

describe('a gallery', () => {
  const kept = keptPattern(components)
  const gallery = component('gallery')
  const written = (content: string): string => `:::gallery\n${content}\n:::`

  test.each([
    "![A](a.jpg)\n![B](b.jpg 'Podpis')",
    '![A](a.jpg)\n![B][zdjecie]',
    '![A](a_(1).jpg)\n![B](b.jpg)',
    'Przed.\n\n![A](a.jpg)',
    '![A](a.jpg)\n\nPo.',
    '[![A](a.jpg)](https://a.example/)',
    '![A](a.jpg "Podpis")\n![B](b.jpg (Podpis))',
  ])('of which the form cannot say %j is kept as a text', (content) => {
    const text = written(content)
    expect(directivePattern(gallery).exec(`${text}\n\nDalej.`)).toBeNull()
    expect(kept.exec(`${text}\n\nDalej.`)?.[0]).toBe(text)
  })

  test('of images alone has a form', () => {
    for (const content of ['![A](a.jpg)', '![A](<a b.jpg> "P (1)")\n\n![B \\[1\\]](b.jpg) ![](c.jpg)\n']) {
      const text = written(content)
      const match = directivePattern(gallery).exec(`${text}\n\nDalej.`)
      expect(match?.[0]).toBe(text)
      expect(match && directiveValues(gallery, match).images).toHaveLength(content.split('![').length - 1)
      expect(kept.test(text)).toBe(false)
    }
  })
})

test('what has a form is not kept as a text', () => {
  const kept = keptPattern(components)
  for (const { name } of components) {
    expect([name, kept.test(DIRECTIVES[name as keyof typeof DIRECTIVES].example)]).toEqual([name, false])
  }
  expect(kept.exec('[^1]: Przypis.\n\nDalej.')?.[0]).toBe('[^1]: Przypis.')
  expect(kept.exec('<b>x</b>\n\nDalej.')?.[0]).toBe('<b>x</b>')
  expect(kept.test('Zwykły tekst :: dalej')).toBe(false)
})
