import type { RootContent } from 'mdast'
import { directiveToMarkdown } from 'mdast-util-directive'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'
import type { Block } from '../../../src/content/block.ts'
import { imageRules } from '../../../src/content/image-rules.ts'
import type { LinkRules } from '../../../src/content/links.ts'
import { normaliseBlocks } from '../../../src/content/normalise/blocks.ts'
import type { Service, Services } from '../../../src/services/service.ts'
import { type ParsedBlock, parseBlocks, topLevelParts } from '../../../src/sources/block-grammar.ts'
import { blocksFromMarkdown } from '../../../src/sources/embedded/markdown/markdown.ts'
import { isRecord } from '../../../src/system/record.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { type BlockWorld, nodesOfBlock } from './block-nodes.ts'

/** Compares as readers see. */
export type ShownBlocks = (blocks: string) => string

export interface WrittenMarkdown {
  text: string
  /** By name. */
  kept: string[]
}

/**
 * A block that Markdown would change stays HTML.
 * @returns undefined where even that would differ
 */
export function markdownOf(blocks: string, title: string, shown: ShownBlocks): WrittenMarkdown | undefined {
  const parts = topLevelParts(blocks).filter((part) => part.trim() !== '')
  const written = parts.map((part) => {
    const markdown = plainMarkdown(part)
    const isSame = markdown !== undefined && isShownAs(part, markdown, title, shown)
    return isSame ? { text: markdown, kept: [] } : { text: rawMarkup(part), kept: [nameOf(part)] }
  })
  const text = `${written.map((part) => part.text).join('\n\n')}\n`
  const whole = { text, kept: written.flatMap(({ kept }) => kept) }
  if (isShownAs(blocks, text, title, shown)) return whole
  // Two lists would become one.
  const raw = `${parts.map(rawMarkup).join('\n\n')}\n`
  return isShownAs(blocks, raw, title, shown) ? { text: raw, kept: parts.map(nameOf) } : undefined
}

export function createShownBlocks(service: Service, services: Services): ShownBlocks {
  const rules: LinkRules = {
    service,
    services,
    images: imageRules({ services, cdn: '/media', template: '{url}' }),
    cmsHosts: new Set(),
  }
  return (blocks) => {
    const made = atOnce(normaliseBlocks(parseBlocks(blocks), { rules, report: () => {}, call: 'import' }))
    return JSON.stringify(made.map(withoutSpace))
  }
}

function isShownAs(blocks: string, markdown: string, title: string, shown: ShownBlocks): boolean {
  let problems = 0
  const again = blocksFromMarkdown(markdown, title, () => {
    problems += 1
  })
  return problems === 0 && shown(again) === shown(blocks)
}

function plainMarkdown(part: string): string | undefined {
  const [block] = parseBlocks(part)
  const nodes = block && nodesOfBlock(block, WORLD)
  if (!nodes || nodes.length === 0) return undefined
  return stringified(nodes).trimEnd()
}

function stringified(children: readonly RootContent[]): string {
  return toMarkdown({ type: 'root', children: [...children] }, OPTIONS)
}

const WORLD: BlockWorld = {
  caption: (children) =>
    stringified([{ type: 'paragraph', children: [...children] }])
      .trim()
      .replace(/\n/g, ' '),
  inner: (blocks) => blocks.filter(({ blockName }) => blockName !== null).flatMap(innerNodes),
}

function innerNodes(block: ParsedBlock): RootContent[] {
  return nodesOfBlock(block, WORLD) ?? []
}

/** Only a directive on its own line is read. */
const directives = directiveToMarkdown()
const OPTIONS: Options = {
  bullet: '-',
  emphasis: '_',
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  resourceLink: false,
  extensions: [
    gfmToMarkdown({ tablePipeAlign: false }),
    {
      ...directives,
      unsafe: (directives.unsafe ?? []).filter(({ atBreak, character }) => atBreak || character !== ':'),
    },
  ],
}

/** HTML in Markdown ends at a blank line. */
function rawMarkup(part: string): string {
  let [written, from] = ['', 0]
  const text = part.trim()
  const lower = text.toLowerCase()
  while (from < text.length) {
    const start = lower.indexOf('<pre', from)
    const end = start === -1 ? -1 : lower.indexOf('</pre>', start)
    const until = end === -1 ? text.length : start
    written += text.slice(from, until).replace(/\n(?:[ \t]*\n)+/g, '\n')
    if (end === -1) return written
    written += text.slice(start, end).replace(/\n(?=[ \t]*\n)/g, '&#10;')
    from = end
  }
  return written
}

function nameOf(part: string): string {
  return parseBlocks(part)[0]?.blockName ?? 'text'
}

const OWN_LINE =
  '<\\/?(?:p|ul|ol|li|div|table|thead|tbody|tfoot|tr|t[dh]|blockquote|figure|figcaption|br|hr|h[2-6])\\b[^<>]*>'
const SPACE_AROUND = new RegExp(`(?<!\\s)\\s+(?=${OWN_LINE})|(?<=${OWN_LINE})\\s+`, 'g')
const MEASURED = new Set(['width', 'height', 'srcSet'])
const REVISION = 'revision'

/** White space there shows nothing. */
function withoutSpace(block: Block): unknown {
  return JSON.parse(
    JSON.stringify(block, function (this: unknown, name, value: unknown) {
      if (MEASURED.has(name) && isRecord(this) && 'alt' in this) return undefined
      if (typeof value !== 'string') return value
      if (name === REVISION) return undefined
      if (name === 'html' && isRecord(this) && this.type === 'code') return value.trimEnd()
      return value.includes('<') && !value.includes('<pre') ? value.replace(SPACE_AROUND, '') : value
    }),
  )
}
