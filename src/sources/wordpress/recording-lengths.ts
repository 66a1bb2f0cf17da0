import type { ParsedBlock } from '../block-grammar.ts'
import type { WordPressClient } from './client.ts'
import { LENGTH_QUERY } from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { restRecording } from './wire.ts'

/** Their `id` is that of a file in the media library. */
const RECORDINGS = new Set<string | null>(['core/audio', 'core/video'])
/** Files of one call; further ones get no length. */
const MAX_FILES = 50

export function recordingIds(blocks: readonly ParsedBlock[]): number[] {
  const ids = new Set<number>()
  const stack = [...blocks].reverse()
  for (let block = stack.pop(); block !== undefined && ids.size < MAX_FILES; block = stack.pop()) {
    const id = RECORDINGS.has(block.blockName) ? block.attrs.id : undefined
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) ids.add(id)
    for (const inner of [...block.innerBlocks].reverse()) stack.push(inner)
  }
  return [...ids]
}

/** In seconds, as far as WordPress has read them (VIDEO-10). */
export async function recordingLengths(
  ids: readonly number[],
  client: WordPressClient,
  about: CallBudget,
): Promise<ReadonlyMap<number, number>> {
  const query = { include: ids.join(','), per_page: String(ids.length), ...LENGTH_QUERY }
  const listed = await client.list('wp/v2/media', query, restRecording, about)
  return new Map(listed?.items.flatMap(({ id, media_details: { length } }) => (length ? [[id, length]] : [])))
}

/** Deeper blocks get no length, as a limit for hostile nesting. */
const MAX_DEPTH = 100

export function withLengths(
  blocks: readonly ParsedBlock[],
  lengths: ReadonlyMap<number, number>,
  depth = 0,
): ParsedBlock[] {
  return blocks.map((block) => {
    const { id } = block.attrs
    const length = RECORDINGS.has(block.blockName) && typeof id === 'number' ? lengths.get(id) : undefined
    const isLeaf = block.innerBlocks.length === 0 || depth >= MAX_DEPTH
    if (length === undefined && isLeaf) return block
    const innerBlocks = isLeaf ? block.innerBlocks : withLengths(block.innerBlocks, lengths, depth + 1)
    return { ...block, innerBlocks, attrs: length === undefined ? block.attrs : { ...block.attrs, duration: length } }
  })
}
