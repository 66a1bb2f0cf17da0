import { reusableRefs } from '../content/normalise/blocks.ts'
import { DEADLINE } from '../content/reader.ts'
import type { Report } from '../content/report.ts'
import { orNothing } from './deadline.ts'
import type { WireAnswer } from './source.ts'

/** A page that names more is an accident or an attack. */
const MAX_SHARED_BLOCKS = 50

/**
 * The reusable blocks that a tree names, and the ones that those name. A block that is missing or late costs its own
 * place only, and all of them together `DEADLINE.secondary`.
 */
export async function reusableBlocks(
  json: unknown,
  ask: (ref: string) => Promise<WireAnswer>,
  report: Report,
): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>()
  const asked = new Set<string>()
  const deadline = performance.now() + DEADLINE.secondary
  const read = async (ref: string): Promise<unknown> => {
    try {
      return (await ask(ref)).json
    } catch (error) {
      report({ call: `block ${ref}`, field: 'core/block', kind: error instanceof Error ? error.message : 'failed' })
      return undefined
    }
  }
  for (let refs = reusableRefs(json); refs.length > 0; ) {
    const wanted = refs.filter((ref) => !asked.has(ref)).slice(0, MAX_SHARED_BLOCKS - asked.size)
    for (const ref of wanted) asked.add(ref)
    const left = deadline - performance.now()
    const answers = await Promise.all(wanted.map((ref) => orNothing(read(ref), left)))
    wanted.forEach((ref, index) => {
      found.set(ref, answers[index])
    })
    refs = answers.flatMap(reusableRefs).filter((ref) => !asked.has(ref))
    if (asked.size >= MAX_SHARED_BLOCKS || performance.now() > deadline) break
  }
  return found
}
