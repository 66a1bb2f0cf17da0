import { parseBlocks, topLevelParts, voidBlock } from '../../../sources/block-grammar.ts'
import { isRecord } from '../../../system/record.ts'
import { filled, isSame, keeping, SOURCE, sourceOf, type Values } from './front-text.ts'

const OF_BLOCK: ReadonlySet<string> = new Set(['active', 'adUnit'])
const MARKUP = 'markup'

export function blocksOf(body: string): Values[] {
  return topLevelParts(body)
    .filter((part) => part.trim() !== '')
    .map(blockOf)
}

function blockOf(part: string): Values {
  const [block, ...others] = parseBlocks(part)
  const type = block?.blockName?.startsWith('acf/') ? block.blockName.slice('acf/'.length) : undefined
  if (!block || !type || others.length > 0 || block.innerHTML.trim() !== '')
    return { type: MARKUP, html: part, [SOURCE]: part }
  const { fields, posts, ...own } = block.attrs
  return { type, ...(isRecord(fields) ? fields : {}), ...own, ...(isRecord(posts) && { posts }), [SOURCE]: part }
}

export const isSameBlocks = (some: readonly Values[], others: readonly Values[]): boolean =>
  isSame(some.map(comparable), others.map(comparable))

function comparable(block: Values): unknown {
  const { [SOURCE]: _source, ...values } = block
  return filled(values) ?? {}
}

export function blockText(block: Values): string {
  const source = sourceOf(block)
  const before = source === '' ? undefined : blockOf(source)
  if (before && isSame(comparable(before), comparable(block))) return source.trim()
  const { type, [SOURCE]: _source, html, posts, ...values } = block
  if (type === MARKUP) return String(html ?? '').trim()
  const ownNames = new Set([...OF_BLOCK, ...namesOfBlock(source)])
  const shown = Object.entries(values).flatMap(([name, value]) => {
    const inside = keeping(before?.[name], value)
    return inside === undefined ? [] : [[name, inside] as const]
  })
  const fields = Object.fromEntries(shown.filter(([name]) => !ownNames.has(name)))
  const own = Object.fromEntries(shown.filter(([name]) => ownNames.has(name)))
  const query = keeping(before?.posts, posts)
  return voidBlock(`acf/${String(type)}`, {
    ...own,
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(isRecord(posts) && { posts: query ?? {} }),
  })
}

function namesOfBlock(source: string): string[] {
  const [block] = parseBlocks(source)
  return Object.keys(block?.attrs ?? {}).filter((name) => name !== 'fields' && name !== 'posts')
}
