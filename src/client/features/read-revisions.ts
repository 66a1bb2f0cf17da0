import { createMemory } from './memory.ts'

/** Which revision of an article this browser has shown last, by path, in the local storage alone. */
export const REVISIONS_KEY = 'revisions'
const MAX_REMEMBERED = 200

const revisions = createMemory(REVISIONS_KEY, MAX_REMEMBERED, (value): value is string => typeof value === 'string')

export function rememberedRevision(path: string): string | undefined {
  return revisions.get(path)
}

export function rememberRevision(path: string, revision: string): void {
  revisions.remember(path, revision)
}
