import { reusableRefs } from '../content/normalise/blocks.ts'
import { DEADLINE } from '../content/repository.ts'
import { orNothing } from '../system/deadline.ts'
import type { Report } from '../system/report.ts'
import type { WireResponse } from './source.ts'

/** More refs on a page are an accident or an attack. */
const MAX_SHARED_BLOCKS = 50

/**
 * Loads the reusable blocks of a tree, and those inside them, within `DEADLINE.secondary`. A missing or late block is
 * dropped.
 */
export async function reusableBlocks(
  json: unknown,
  load: (ref: string) => Promise<WireResponse>,
  report: Report,
): Promise<ReadonlyMap<string, unknown>> {
  const responsesByRef = new Map<string, unknown>()
  const requested = new Set<string>()
  const deadline = performance.now() + DEADLINE.secondary
  const read = async (ref: string): Promise<unknown> => {
    try {
      return (await load(ref)).json
    } catch (error) {
      report({ call: `block ${ref}`, field: 'core/block', kind: error instanceof Error ? error.message : 'failed' })
      return undefined
    }
  }
  for (let refs = reusableRefs(json); refs.length > 0; ) {
    const pendingRefs = refs.filter((ref) => !requested.has(ref)).slice(0, MAX_SHARED_BLOCKS - requested.size)
    for (const ref of pendingRefs) requested.add(ref)
    const left = deadline - performance.now()
    const responses = await Promise.all(pendingRefs.map((ref) => orNothing(read(ref), left)))
    pendingRefs.forEach((ref, index) => {
      responsesByRef.set(ref, responses[index])
    })
    refs = responses.flatMap(reusableRefs).filter((ref) => !requested.has(ref))
    if (requested.size >= MAX_SHARED_BLOCKS || performance.now() > deadline) break
  }
  return responsesByRef
}
