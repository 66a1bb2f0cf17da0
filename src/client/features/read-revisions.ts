import { createMemory } from './memory.ts'
import { REVISIONS_KEY } from './reading-storage.ts'

/** The oldest goes first. */
const MAX_REMEMBERED = 200

const revisions = createMemory(REVISIONS_KEY, MAX_REMEMBERED, (value): value is string => typeof value === 'string')

export function rememberedRevision(path: string): string | undefined {
  return revisions.get(path)
}

export function rememberRevision(path: string, revision: string): void {
  revisions.remember(path, revision)
}
