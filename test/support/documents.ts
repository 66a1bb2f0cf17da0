import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { elsewhere, ownPages, ROOT } from '../../development/documents/pages.ts'
import { slugOf } from '../../development/documents/slug.ts'

/** Documents of the project, by their paths in it. */
export function documentFiles(): string[] {
  return ['README.md', ...elsewhere().map(({ file }) => file), ...ownPages().map((path) => `docs/${path}`)]
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

const parsed = new Map<string, Root>()

export function parsedDocument(file: string): Root {
  const known = parsed.get(file)
  if (known) return known
  // Front matter is none of the text, and keeps its lines.
  const text = textOf(file).replace(/^---\n[\s\S]*?\n---\n/, (matter) => matter.replace(/[^\n]/g, ''))
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  parsed.set(file, root)
  return root
}

export function* nodesIn(node: Nodes): Generator<Nodes> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodesIn(child)
}

function plainText(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(plainText).join('') : ''
}

const headings = new Map<string, Set<string>>()

/** Ids of a document's headings. */
export function headingsOf(file: string): Set<string> {
  const known = headings.get(file)
  if (known) return known
  const ids = new Set<string>()
  for (const node of nodesIn(parsedDocument(file))) {
    if (node.type !== 'heading') continue
    const slug = slugOf(plainText(node))
    let id = slug
    for (let count = 1; ids.has(id); count += 1) id = `${slug}-${count}`
    ids.add(id)
  }
  headings.set(file, ids)
  return ids
}
