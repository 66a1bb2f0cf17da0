import { isPublished } from './card.ts'
import type { WordPressClient } from './client.ts'
import { blocksOf, type SiteContent } from './content.ts'
import { BLOCK_QUERY } from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { restBlock } from './wire.ts'

/** WordPress' maximum page size. */
const MAX_AT_ONCE = 100

/**
 * Refs of one turn of the event loop share a call.
 * @param newBudget called once for each call
 */
export function createSharedBlocks(
  client: WordPressClient,
  newBudget: () => CallBudget,
  site: SiteContent,
): (ref: string) => Promise<object | undefined> {
  let pendingBatch: Promise<Map<string, object>> | undefined
  let refs = new Set<string>()

  const load = async (): Promise<Map<string, object>> => {
    // Gathers refs.
    await new Promise((resolve) => setImmediate(resolve))
    const batchRefs = [...refs]
    pendingBatch = undefined
    refs = new Set()
    const about = newBudget()
    const entries = await Promise.all(batches(batchRefs).map((batch) => fetchBatch(batch, about)))
    return new Map(entries.flat())
  }

  const fetchBatch = async (batchRefs: readonly string[], about: CallBudget): Promise<Array<[string, object]>> => {
    const query = {
      include: batchRefs.join(','),
      per_page: String(batchRefs.length),
      status: 'publish',
      context: client.context,
      ...BLOCK_QUERY,
    }
    const listed = await client.list('wp/v2/blocks', query, restBlock, about)
    const blocks = (listed?.items ?? []).filter(isPublished)
    return Promise.all(
      blocks.map(async ({ id, content }): Promise<[string, object]> => {
        // Reusable blocks have no public rendering, so their dynamic blocks are dropped.
        const innerBlocks = await blocksOf(content, async () => undefined, site)
        return [String(id), { blockName: 'core/block', attrs: { ref: id }, innerHTML: '', innerBlocks }]
      }),
    )
  }

  return async (ref) => {
    if (!/^[1-9]\d{0,15}$/.test(ref)) return undefined
    refs.add(ref)
    pendingBatch ??= load()
    return (await pendingBatch).get(ref)
  }
}

function batches(refs: readonly string[]): string[][] {
  const count = Math.ceil(refs.length / MAX_AT_ONCE)
  return Array.from({ length: count }, (_, index) => refs.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE))
}
