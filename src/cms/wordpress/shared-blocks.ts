import { isPublished } from './card.ts'
import type { Asking, WordPressClient } from './client.ts'
import { blocksOf } from './content.ts'
import { BLOCK_QUERY } from './fields.ts'
import { restBlock } from './wire.ts'

/** Most that WordPress gives at once. */
const MAX_AT_ONCE = 100

/**
 * Reusable blocks by their refs. Those that are asked for in one moment, as an article's are, come in one call.
 * @param asking made anew for each call
 */
export function createSharedBlocks(
  client: WordPressClient,
  asking: () => Asking,
): (ref: string) => Promise<object | undefined> {
  let waiting: Promise<Map<string, object>> | undefined
  let refs = new Set<string>()

  const load = async (): Promise<Map<string, object>> => {
    // Until whoever asks for several has asked for all.
    await new Promise((resolve) => setImmediate(resolve))
    const wanted = [...refs]
    waiting = undefined
    refs = new Set()
    const about = asking()
    const found = await Promise.all(batches(wanted).map((batch) => ask(batch, about)))
    return new Map(found.flat())
  }

  const ask = async (wanted: readonly string[], about: Asking): Promise<Array<[string, object]>> => {
    const query = {
      include: wanted.join(','),
      per_page: String(wanted.length),
      status: 'publish',
      context: client.context,
      ...BLOCK_QUERY,
    }
    const found = await client.list('wp/v2/blocks', query, restBlock, about)
    const blocks = (found?.items ?? []).filter(isPublished)
    return Promise.all(
      blocks.map(async ({ id, content }): Promise<[string, object]> => {
        // They have no page of their own, and so no rendering for everybody: what is dynamic in them is left out.
        const innerBlocks = await blocksOf(content, async () => undefined)
        return [String(id), { blockName: 'core/block', attrs: { ref: id }, innerHTML: '', innerBlocks }]
      }),
    )
  }

  return async (ref) => {
    if (!/^[1-9]\d{0,15}$/.test(ref)) return undefined
    refs.add(ref)
    waiting ??= load()
    return (await waiting).get(ref)
  }
}

function batches(refs: readonly string[]): string[][] {
  const count = Math.ceil(refs.length / MAX_AT_ONCE)
  return Array.from({ length: count }, (_, index) => refs.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE))
}
