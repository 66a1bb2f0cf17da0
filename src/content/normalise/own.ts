import type { Normaliser } from './context.ts'
import { savedMarkup, unknown } from './raw.ts'

/** A block whose fields the extension's schema refuses shows its saved markup, with one report. */
export const own: Normaliser = function* (block, context) {
  const name = block.blockName ?? ''
  const definition = context.ownBlocks?.get(name)
  if (!definition) {
    const made = unknown(block, context)
    return Array.isArray(made) ? made : yield* made
  }
  const content = definition.parse(block.attrs)
  if ('problem' in content) {
    const { field, kind } = content.problem
    context.report({ call: context.call, field: `blocks (${name}).${field}`, kind })
    return yield* savedMarkup(name, block, context)
  }
  return [{ type: 'own', name, content, blocks: yield* context.inner(block.innerBlocks) }]
}
