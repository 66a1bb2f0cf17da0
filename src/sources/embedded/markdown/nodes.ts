import type { Definition, Image, Link, Nodes, PhrasingContent, RootContent } from 'mdast'
import { escapeHtml } from '../../../system/escape.ts'
import { closingOf, openingOf } from '../../block-grammar.ts'

/** Turns parts of a document into blocks. */
export interface MarkdownWriter {
  blocks(children: readonly RootContent[]): RootContent[]
  /** Running text without a paragraph around it. */
  inline(children: readonly PhrasingContent[]): string
  /** For a text that is Markdown itself. */
  caption(text: string): string
  footnote(name: string): PhrasingContent[]
  definition(name: string): Definition | undefined
  markup(children: readonly RootContent[]): string
  problem(node: Nodes, text: string): void
}

export function plainText(node: Nodes): string {
  if ('value' in node) return node.value
  if (node.type === 'image') return node.alt ?? ''
  return 'children' in node ? node.children.map(plainText).join('') : ''
}

/** The markup may contain Markdown. */
export function block(
  name: string,
  settings: Readonly<Record<string, unknown>>,
  content: readonly RootContent[],
): RootContent[] {
  return [html(openingOf(name, settings)), ...content, html(closingOf(name))]
}

export function html(value: string): RootContent {
  return { type: 'html', value }
}

export function captionMarkup(caption: string): string {
  return caption === '' ? '' : `<figcaption class="wp-element-caption">${caption}</figcaption>`
}

/** Begins with a space; undefined or empty: none. */
export function attributeMarkup(name: string, value: string | null | undefined): string {
  return value === undefined || value === null || value === '' ? '' : ` ${name}="${escapeHtml(value)}"`
}

/** The title is the caption, as Markdown has no other place for it. */
export function figure({ url, alt, title }: Image, writer: MarkdownWriter, link?: Link): RootContent[] {
  const image = `<img${attributeMarkup('src', url)} alt="${escapeHtml(alt ?? '')}"/>`
  const linked = link ? `<a${attributeMarkup('href', link.url)}>${image}</a>` : image
  const caption = title ? writer.caption(title) : ''
  return block('image', {}, [html(`<figure class="wp-block-image">${linked}${captionMarkup(caption)}</figure>`)])
}
