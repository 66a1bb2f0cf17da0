import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Article } from '../../../src/content/article.ts'
import type { BlockType } from '../../../src/content/block.ts'
import { plainLine } from '../../../src/content/plain-line.ts'
import { articleMarkdown } from '../../../src/syndication/markdown/article.ts'
import type { Problem } from '../../../src/system/report.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { services } from '../../content/world.ts'
import { EVERY_BLOCK } from '../../support/fixtures/every-block.ts'
import { articleOf, articleWith } from '../../support/render.ts'

const types = Object.keys(EVERY_BLOCK) as BlockType[]
const markdownOf = (article: Article, problems: Problem[] = []): string =>
  atOnce(articleMarkdown(article, services.akademia, (problem) => problems.push(problem)))

const parsed = (markdown: string): Nodes =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

function* nodesIn(node: Nodes): Iterable<Nodes> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodesIn(child)
}

function shown(markdown: string): string {
  return [...nodesIn(parsed(markdown))]
    .map((node) => ('value' in node ? node.value : 'alt' in node ? (node.alt ?? '') : ''))
    .join('')
}

const folded = (text: string) => plainLine(text).replace(/\s+/g, '')

/** Invitations to the newsletter are no text of the article. */
const LEFT_OUT: readonly BlockType[] = ['newsletter']

describe.each(types.filter((type) => !LEFT_OUT.includes(type)))('%s', (type) => {
  const { blocks, words } = EVERY_BLOCK[type]

  test('has its words, no markup, and absolute URLs alone (MACH-7, MACH-8)', () => {
    const problems: Problem[] = []
    const markdown = markdownOf(articleOf(...blocks), problems)
    const text = folded(shown(markdown))
    expect([type, words.filter((word) => !text.includes(folded(word)))]).toEqual([type, []])
    expect(problems).toEqual([])
    for (const node of nodesIn(parsed(markdown))) {
      expect(node.type).not.toBe('html')
      if ('url' in node) expect(node.url).toMatch(/^(?:https?|mailto|tel):/)
    }
  })
})

test('a sponsored text and an advertised article say so (MACH-7)', () => {
  expect(markdownOf(articleOf(...EVERY_BLOCK['sponsored-paragraph'].blocks))).toContain('Materiał sponsorowany')
  expect(markdownOf({ ...articleWith([]), isProductPlacement: true })).toContain('**Materiał reklamowy**')
  expect(markdownOf({ ...articleWith([]), isRestricted: true })).toContain('tylko dla zalogowanych')
})

test.each([
  '<script>alert(1)</script>',
  '[tu](javascript:alert(1))',
  '![x](https://evil.example/x.png)',
  '# nagłówek\n\n---\ntitle: x\n---',
  '| a | b |\n|---|---|\n| c | d |',
  '```\nkod\n```',
  '<https://evil.example> &lt;b&gt; &amp;#42;',
  '1. raz\n- dwa\n+ trzy\n> cytat\n~~nic~~',
  '\\*a\\* __b__ ***c*** `d`',
])('a title, a lead and a text of %j are text (MACH-8)', (hostile) => {
  const title = `Tytuł ${hostile}`
  const article = { ...articleOf(), title, lead: hostile, body: [] }
  const nodes = [...nodesIn(parsed(markdownOf(article)))]
  expect(
    nodes.filter(({ type }) => type === 'html' || type === 'table' || type === 'code' || type === 'image'),
  ).toEqual([])
  const [heading] = nodes.filter(({ type }) => type === 'heading')
  expect(heading && folded([...nodesIn(heading)].map((node) => ('value' in node ? node.value : '')).join(''))).toBe(
    folded(title),
  )
})

test('any text comes back as it was (MACH-8)', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'*_[]()<>#`~|!\\&;:./-+=a1 \n'), maxLength: 40 }), (text) => {
      const title = `x${text}x`
      const [heading] = [...nodesIn(parsed(markdownOf({ ...articleOf(), title, body: [] })))].filter(
        ({ type }) => type === 'heading',
      )
      const values = heading ? [...nodesIn(heading)].map((node) => ('value' in node ? node.value : '')) : []
      expect(folded(values.join(''))).toBe(folded(title))
    }),
    { numRuns: 300 },
  )
})

test('a URL of another scheme is no link, and its words stay (MACH-8)', () => {
  const [block] = articleOf(...EVERY_BLOCK['watch-guide'].blocks).body
  const article = articleWith([{ ...(block as object), link: { href: 'javascript:alert(1)' } } as never])
  const nodes = [...nodesIn(parsed(markdownOf(article)))]
  expect(nodes.some((node) => 'url' in node && /javascript/i.test(node.url))).toBe(false)
})
