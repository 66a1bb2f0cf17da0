import type { Element, RootContent as HtmlContent, Root as HtmlRoot } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type {
  Blockquote,
  Definition,
  Image,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
} from 'mdast'
import { directiveFromMarkdown } from 'mdast-util-directive'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { directive } from 'micromark-extension-directive'
import { gfm } from 'micromark-extension-gfm'
import { parse as parseToml, TomlDate } from 'smol-toml'
import { escapeHtml } from '../../../system/escape.ts'
import { isRecord } from '../../../system/record.ts'
import { shortHash } from '../../../system/short-hash.ts'
import { bounded } from './bounded-text.ts'
import { directiveBlocks } from './directives.ts'
import { block, figure, html, type MarkdownWriter, plainText } from './nodes.ts'
import { plainWords } from './plain-words.ts'
import { withoutTemplates } from './templates.ts'

/** Loaded for Markdown alone. */
export interface MarkdownReader {
  blocks: typeof blocksFromMarkdown
  titleOf: typeof titleOfMarkdown
  plainWords: typeof plainWords
  /** @throws an error with its `line` */
  toml(text: string): unknown
}

export const markdownReader: MarkdownReader = {
  blocks: blocksFromMarkdown,
  titleOf: titleOfMarkdown,
  plainWords,
  toml: (text) => withoutDates(parseToml(text)),
}

/** Dates become texts, as in YAML and JSON. */
function withoutDates(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(withoutDates)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, withoutDates(inside)]))
}

/** With its line in the file, from 1. */
export interface MarkdownProblem {
  line: number
  text: string
}

/** Only directives on lines of their own: a colon before a word is common in running text. */
const { flow } = directive()
const SYNTAX = [gfm(), { flow }]
const TREE = [gfmFromMarkdown(), directiveFromMarkdown()]

const parse = (text: string): Root => fromMarkdown(bounded(text), { extensions: SYNTAX, mdastExtensions: TREE })

/**
 * Turns Markdown into the blocks of articles in HTML (SRC-70).
 * @param title of the article: a first heading that repeats it is left out
 * @param linesBefore lines of the file before the text
 */
export function blocksFromMarkdown(
  text: string,
  title?: string,
  onProblem: (problem: MarkdownProblem) => void = () => {},
  linesBefore = 0,
): string {
  const problemAt = (line: number, problem: string): void => onProblem({ line: line + linesBefore, text: problem })
  const { markdown, lineOf } = withoutTemplates(text, problemAt)
  const tree = parse(markdown)
  prefixes.set(tree, `n${shortHash(text, 6).replace(/[^a-z0-9]/gi, '0')}`)
  const writer: MarkdownWriter = {
    blocks: (children) => blocksOf(children, writer),
    inline: (children) => inlineMarkup(children, tree),
    caption: (written) => {
      const { children } = parse(written)
      return children
        .flatMap((child) => (child.type === 'paragraph' ? [inlineMarkup(child.children, tree)] : []))
        .join(' ')
    },
    footnote: (name) => footnoteOf(name, tree),
    definition: (name) => definitionOf(name, tree),
    markup: (children) => markupOf(children, tree),
    problem: (node, words) => problemAt(lineOf(node.position?.start.line ?? 1), words),
  }
  return markupOf(writer.blocks(withoutTitle(tree.children, title)), tree)
}

/** In plain text; undefined: the text begins otherwise. */
export function titleOfMarkdown(text: string): string | undefined {
  const [first] = parse(text).children
  return first?.type === 'heading' && first.depth === 1 ? plainText(first) : undefined
}

function withoutTitle(children: RootContent[], title: string | undefined): RootContent[] {
  const [first, ...rest] = children
  const isTitle = first?.type === 'heading' && first.depth === 1 && plainText(first).trim() === title?.trim()
  return isTitle ? rest : children
}

function blocksOf(children: readonly RootContent[], writer: MarkdownWriter): RootContent[] {
  const written: RootContent[] = []
  // Open elements of raw HTML, which a block comment would end.
  let open = 0
  for (const child of children) {
    if (child.type === 'html') open = Math.max(0, open + balanceOf(child.value))
    else if (open > 0 && (child.type === 'containerDirective' || child.type === 'leafDirective')) {
      writer.problem(child, `directive "${child.name}" stands in raw HTML that is not closed`)
      open = 0
    }
    written.push(...(open > 0 || child.type === 'html' ? [child] : blockOf(child, writer)))
  }
  return written
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

function withoutComments(markup: string): string {
  const [before, ...others] = markup.split('<!--')
  return [before, ...others.map((part) => part.split('-->').slice(1).join('-->'))].join('')
}

/** Elements that raw HTML opens, less those that it closes. */
function balanceOf(markup: string): number {
  let balance = 0
  for (const [tag, slash, name = ''] of withoutComments(markup).matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi,
  )) {
    if (VOID.test(name) || tag.endsWith('/>')) continue
    balance += slash === '' ? 1 : -1
  }
  return balance
}

function blockOf(node: RootContent, writer: MarkdownWriter): RootContent[] {
  switch (node.type) {
    case 'paragraph':
      return paragraphOf(node, writer)
    case 'heading':
      return block('heading', { level: node.depth === 2 ? undefined : node.depth }, [node])
    case 'list':
      for (const item of node.children) settleTask(item)
      return isOfLines(node) ? block('list', { ordered: node.ordered === true ? true : undefined }, [node]) : [node]
    case 'blockquote':
      if (!isPlainQuote(node)) return [node]
      return block('quote', {}, [
        html('<blockquote class="wp-block-quote">'),
        ...writer.blocks(node.children),
        html('</blockquote>'),
      ])
    case 'code':
      return block('code', {}, [node])
    case 'table':
      return block('table', {}, [html('<figure class="wp-block-table">'), node, html('</figure>')])
    case 'thematicBreak':
      return block('separator', {}, [html('<hr class="wp-block-separator"/>')])
    case 'leafDirective':
    case 'containerDirective':
      return directiveBlocks(node, writer)
    default:
      return [node]
  }
}

/** A lone image is a figure, a lone URL an embed. */
function paragraphOf(node: Paragraph, writer: MarkdownWriter): RootContent[] {
  const [only, ...others] = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  if (only && others.length === 0) {
    const image = imageIn(only)
    if (image) return figure(image, writer, only.type === 'link' ? only : undefined)
    if (only.type === 'link' && plainText(only) === only.url && /^https?:/.test(only.url))
      return [html(`<p>${escapeHtml(only.url)}</p>`)]
  }
  const [first] = node.children
  if (first?.type === 'text' && /^:{2,}[a-z]/i.test(first.value)) {
    writer.problem(node, 'a directive that cannot be read: values with "=" and spaces stand in quotes')
  }
  return block('paragraph', {}, [node])
}

function imageIn(node: PhrasingContent): Image | undefined {
  if (node.type === 'image') return node
  const [only, ...others] = node.type === 'link' ? node.children : []
  return only?.type === 'image' && others.length === 0 ? only : undefined
}

/** The list block has running text and lists; code or quotes in items make it markup. */
function isOfLines({ children }: List): boolean {
  return children.every((item) =>
    item.children.every((child, index) => {
      if (child.type === 'list') return isOfLines(child)
      return child.type === 'paragraph' && item.children[index - 1]?.type !== 'list'
    }),
  )
}

/** The quote block has no code, tables or quotes. */
function isPlainQuote({ children }: Blockquote): boolean {
  return children.every(
    (child) => child.type === 'paragraph' || child.type === 'heading' || (child.type === 'list' && isOfLines(child)),
  )
}

/** Articles have no forms, so a box is a sign. */
function settleTask(item: ListItem): void {
  const { checked } = item
  for (const child of item.children) {
    if (child.type === 'list') for (const inner of child.children) settleTask(inner)
  }
  if (checked === null || checked === undefined) return
  item.checked = null
  const [first] = item.children
  const sign = { type: 'text' as const, value: checked ? '☑ ' : '☐ ' }
  if (first?.type === 'paragraph') first.children.unshift(sign)
  else item.children.unshift({ type: 'paragraph', children: [sign] })
}

function inlineMarkup(children: readonly PhrasingContent[], tree: Root): string {
  // Captions have no list of footnotes.
  const plain = children.filter(({ type }) => type !== 'footnoteReference')
  return markupOf([{ type: 'paragraph', children: plain }], tree).replace(/^<p>|<\/p>$/g, '')
}

function footnoteOf(name: string, tree: Root): PhrasingContent[] {
  const note = definitionsOf(tree).find((node) => node.type === 'footnoteDefinition' && node.identifier === name)
  const [text] = note?.type === 'footnoteDefinition' ? note.children : []
  return text?.type === 'paragraph' ? text.children : []
}

function definitionOf(name: string, tree: Root): Definition | undefined {
  return definitionsOf(tree).find((node): node is Definition => node.type === 'definition' && node.identifier === name)
}

const definitions = new WeakMap<Root, RootContent[]>()

function definitionsOf(tree: Root): RootContent[] {
  const before = definitions.get(tree)
  if (before) return before
  const made = tree.children.filter(({ type }) => type === 'definition' || type === 'footnoteDefinition')
  definitions.set(tree, made)
  return made
}

function isReferring(nodes: readonly Nodes[]): boolean {
  return nodes.some((node) => REFERENCES.has(node.type) || ('children' in node && isReferring(node.children)))
}

const REFERENCES = new Set(['linkReference', 'imageReference', 'footnoteReference'])

/** @param tree defines links and footnotes */
function markupOf(children: readonly RootContent[], tree: Root): string {
  const referred = isReferring(children) ? definitionsOf(tree) : []
  const own = new Set<RootContent>(definitionsOf(tree))
  const root = toHast(
    { type: 'root', children: [...children.filter((child) => !own.has(child)), ...referred] },
    // Articles may follow each other on a page.
    { allowDangerousHtml: true, clobberPrefix: `${prefixes.get(tree) ?? ''}-`, footnoteBackContent: '↩' },
  ) as HtmlRoot
  for (const child of root.children) settleFootnotes(child)
  return toHtml(root, { allowDangerousHtml: true, closeSelfClosing: true }).trim()
}

/** Prefixes of footnotes' anchors. */
const prefixes = new WeakMap<Root, string>()

/** Gives footnotes the form of WordPress, without a heading in another language. */
function settleFootnotes(node: HtmlContent): void {
  if (node.type !== 'element' || node.properties.dataFootnotes === undefined) return
  const list = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'ol')
  node.tagName = 'ol'
  node.properties = { className: ['wp-block-footnotes'] }
  node.children = list?.children ?? []
}
