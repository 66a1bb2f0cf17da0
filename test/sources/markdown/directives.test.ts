import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseBlocks } from '../../../src/sources/block-grammar.ts'
import { DIRECTIVES, type DirectiveRule } from '../../../src/sources/embedded/markdown/directives.ts'
import { blocksFromMarkdown, type MarkdownProblem } from '../../../src/sources/embedded/markdown/markdown.ts'
import { articleOf, problemsOf, renderAmp, renderPage } from '../../support/render.ts'
import { ROOT } from '../../support/root.ts'

/** Types of the blocks that each example becomes. */
const BLOCKS: Readonly<Record<keyof typeof DIRECTIVES, readonly string[]>> = {
  gallery: ['gallery'],
  video: ['video'],
  audio: ['audio'],
  chapters: ['list'],
  transcript: ['details'],
  details: ['details'],
  embed: ['youtube'],
  quote: ['quote'],
  pullquote: ['quote'],
  'photo-box': ['photo-box'],
  sponsored: ['sponsored-paragraph'],
  offers: ['buybox'],
  comparison: ['offer-comparison'],
  'offer-table': ['offer-table'],
  chart: ['chart'],
  live: ['live-update'],
  correction: ['correction'],
  newsletter: ['newsletter'],
  separator: ['separator'],
  columns: ['columns'],
  column: [],
  more: ['shade-content'],
  block: ['reusable-block'],
}

/** Images lie where the portal shows them. */
const placed = (markdown: string): string =>
  markdown.replace(
    /\(?\b(?:pierwsze|drugie|zdjecie|kadr)\.jpg/g,
    (name) => `${name.startsWith('(') ? '(' : ''}/2026/03/obraz.webp`,
  )
const read = (markdown: string) => {
  const problems: MarkdownProblem[] = []
  return { markup: blocksFromMarkdown(placed(markdown), undefined, (problem) => problems.push(problem)), problems }
}

test('the manual shows each directive (newsroom/README.md)', () => {
  const manual = readFileSync(join(ROOT, 'newsroom/README.md'), 'utf8')
  for (const { example } of Object.values(DIRECTIVES)) expect(manual).toContain(example)
})

test('each directive has an expectation', () => expect(Object.keys(BLOCKS)).toEqual(Object.keys(DIRECTIVES)))

describe.each(Object.entries(DIRECTIVES) as Array<[keyof typeof DIRECTIVES, DirectiveRule]>)(
  'the directive %s (SRC-70)',
  (name, { example }) => {
    test('is a block of the portal on the page, and valid AMP', async () => {
      const { markup, problems } = read(`Przed.\n\n${example}\n\nPo.`)
      expect(problems).toEqual([])
      const article = articleOf(...parseBlocks(markup))
      const types = article.body.map(({ type }) => type).filter((type) => type !== 'paragraph')
      if (name !== 'column') expect(types).toEqual(BLOCKS[name])
      const page = renderPage(article)
      expect(page.problems).toEqual([])
      const words = page.document.body.textContent
      expect([words?.includes('Przed.'), words?.includes('Po.')]).toEqual([true, true])
      expect(await problemsOf(renderAmp(article))).toEqual([])
    })
  },
)

test('texts of a label and of attributes stay texts, whatever they are', () => {
  const hostile = '--><script>alert(1)</script><!-- wp:html -->'
  const { markup } = read(
    `:::chart[${hostile}]{unit="${hostile}" source='"}'}\n| a | b |\n| - | - |\n| ${hostile} | 1 |\n:::\n\n::embed[${hostile}]{url="https://youtu.be/abcdefghijk?x=${hostile}"}`,
  )
  const page = renderPage(articleOf(...parseBlocks(markup)))
  expect(page.document.querySelector('script')).toBeNull()
  expect(
    parseBlocks(markup)
      .map(({ blockName }) => blockName)
      .filter((name) => name !== null),
  ).toEqual(['acf/chart', 'core/embed'])
})

test.each([
  ['an unknown one', ':::ramka[Etykieta]\nTreść.\n:::', 'unknown directive "ramka"', ['Etykieta', 'Treść.']],
  [
    'an unknown attribute',
    ':::details[A]{kolor=red}\nTreść.\n:::',
    'directive "details" has no attribute "kolor"',
    ['Treść.'],
  ],
  ['a missing attribute', ':::live\nTreść.\n:::', 'directive "live" lacks "time"', ['Treść.']],
  [
    'words in place of a number',
    ':::chart[W]\n| a | b |\n| - | - |\n| A | dużo |\n:::',
    '"dużo" of the chart is no number',
    ['A'],
  ],
])('%s is reported by its line, and nothing that it contains is lost', (_name, markdown, problem, words) => {
  const { markup, problems } = read(`Przed.\n\n{% highlight js %}\na\n{% endhighlight %}\n\n${markdown}\n`)
  expect(problems).toEqual([{ line: expect.any(Number), text: problem }])
  expect([7, 10]).toContain(problems[0]?.line)
  const text = renderPage(articleOf(...parseBlocks(markup))).document.body.textContent
  for (const word of words) expect(text).toContain(word)
})

test('one that cannot be read is reported', () => {
  const { markup, problems } = read('::embed{url=https://a.example/?v=1}')
  expect(markup).toContain('::embed{url=')
  expect(problems).toEqual([{ line: 1, text: expect.stringContaining('stand in quotes') }])
})

test('a colon in running text begins no directive', () => {
  const { markup, problems } = read('Godz. 12:30, uwaga:ważne, :smile: i http://a.example:80/x.')
  expect(markup).toContain('Godz. 12:30, uwaga:ważne, :smile: i')
  expect(problems).toEqual([])
})

test.each([
  ['brackets', '['.repeat(50_000)],
  ['quotes in quotes', `${'> '.repeat(20_000)}a`],
  ['lists in lists', Array.from({ length: 1000 }, (_, index) => `${' '.repeat(index * 2)}- a`).join('\n')],
  ['stars', '*a **a '.repeat(20_000)],
  ['templates without end', '{% '.repeat(30_000)],
  ['shortcodes without end', '{{< a '.repeat(30_000)],
  ['highlights without end', '{% highlight js %}'.repeat(5000)],
  [
    'containers in containers',
    Array.from({ length: 200 }, (_, index) => `${':'.repeat(203 - index)}details[a]`).join('\n'),
  ],
])('%s by the thousand are read in time', (_name, markdown) => {
  const startedAt = process.cpuUsage()
  read(markdown)
  const { user } = process.cpuUsage(startedAt)
  expect(user / 1000).toBeLessThan(20_000)
})
