import type { BuiltIndex } from './index-builder.ts'

/** The terms of a phrase; undefined where the index does not have them all. */
export function termsOfPhrase({ vocabulary }: BuiltIndex, stems: readonly string[]): number[] | undefined {
  const places = stems.flatMap((stem) => vocabulary.placeOf(stem) ?? [])
  return places.length === stems.length ? places : undefined
}

/** Whether terms stand in a sequence one after the other. */
export function hasPhrase(sequence: Uint32Array, phrase: readonly number[]): boolean {
  const [first] = phrase
  if (first === undefined) return false
  const last = sequence.length - phrase.length
  for (let at = sequence.indexOf(first); at !== -1 && at <= last; at = sequence.indexOf(first, at + 1)) {
    if (phrase.every((term, offset) => sequence[at + offset] === term)) return true
  }
  return false
}
