import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closingOf, openingOf, voidBlock } from '../../src/sources/block-grammar.ts'
import { ENTRIES, type Entry } from '../catalogue/entries.ts'
import { THEMES } from '../catalogue/frames.tsx'
import { codeOf, fenceOf } from './markdown.ts'

/** A node as a CMS sends it. */
interface WireNode {
  blockName: string | null
  attrs: object
  innerHTML: string
  innerContent?: Array<string | null>
  innerBlocks: WireNode[]
}

/** By block type. */
export type BlockSamples = Readonly<Record<string, { blocks: readonly WireNode[] }>>

/** Where `npm run docs:images` writes, below the page. */
export const IMAGES = 'blocks'
const NEWSROOMS = ['newsroom', 'sites/courier/newsroom', 'sites/zoria/newsroom']
const FRONT_PAGE = /(?:^|\/)home(?:-[a-z0-9-]+)?\.html$/
/** Settings that the hub adds and nothing reads. */
const OF_THE_HUB = new Set(['name', 'mode'])

/**
 * @param root the project's folder, whose front pages have the samples of their blocks
 * @param samples of the blocks of articles: the first one of each
 */
export function blocksPage(root: string, samples: BlockSamples): string {
  const frontPages = textsOfFrontPages(root)
  return `# Blocks

Written by \`npm run docs:reference\` from the catalogue (\`development/catalogue\`); \`npm run docs:images\` draws what is shown. Samples
are in the grammar of WordPress' editor, which the embedded newsroom reads as well; what Markdown has for them: [directives](newsroom.md#directives-in-markdown).
\`npm run dev\` shows each block with all its variants as page, AMP and feed at \`/__catalogue\`.

## In articles

${sectionsOf('article', (type) => sampleOfArticleBlock(type, samples))}
## On front pages

${sectionsOf('home', (type) => sampleOfHomeBlock(type, frontPages))}`
}

function sectionsOf(place: Entry['place'], sampleOf: (type: string) => string | undefined): string {
  return ENTRIES.filter((entry) => entry.place === place)
    .map((entry) => {
      const [, ...others] = entry.variants.map(({ name }) => name)
      const sample = sampleOf(entry.type)
      return [
        `### ${entry.type}${place === 'home' ? ' (front page)' : ''}\n`,
        `${THEMES.map((theme) => `![${entry.type}, ${theme}](${IMAGES}/${imageOf(entry, theme)})`).join(' ')}\n`,
        ...(sample === undefined ? [] : [fenceOf('html', sample)]),
        ...(others.length === 0 ? [] : [`In the catalogue also: ${others.map(codeOf).join(', ')}.\n`]),
      ].join('\n')
    })
    .join('\n')
}

export function imageOf({ place, type }: Pick<Entry, 'place' | 'type'>, theme: string): string {
  return `${place}-${type}-${theme}.webp`
}

function sampleOfArticleBlock(type: string, samples: BlockSamples): string | undefined {
  const [example] = samples[type]?.blocks ?? []
  return example && grammarOf(example)
}

function grammarOf({ blockName, attrs, innerHTML, innerContent, innerBlocks }: WireNode): string {
  const inner = innerBlocks.map(grammarOf)
  const pieces = innerContent ?? [innerHTML, ...inner.map(() => null)]
  let next = 0
  const html = pieces.map((piece) => piece ?? inner[next++] ?? '').join('')
  if (!blockName) return html
  const name = blockName.replace(/^core\//, '')
  const settings = Object.fromEntries(Object.entries(attrs).filter(([key]) => !OF_THE_HUB.has(key)))
  if (html.trim() === '') return voidBlock(name, settings)
  return `${openingOf(name, settings)}\n${html.trim()}\n${closingOf(name)}`
}

function textsOfFrontPages(root: string): string[] {
  return NEWSROOMS.flatMap((newsroom) => {
    const folder = join(root, newsroom)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => FRONT_PAGE.test(path))
      .sort()
      .map((path) => readFileSync(join(folder, path), 'utf8'))
  })
}

function sampleOfHomeBlock(type: string, frontPages: readonly string[]): string | undefined {
  const block = new RegExp(`<!-- wp:(?:acf|core)/${type} [^\\n]*/-->`)
  return frontPages.map((text) => block.exec(text)?.[0]).find((sample) => sample !== undefined)
}
