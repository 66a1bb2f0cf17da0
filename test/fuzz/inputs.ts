import fc from 'fast-check'
import { HOSTILE } from '../support/fixtures/hostile.ts'

/** Texts that break parsers, and payloads that would run if they came through. */
export const nasty: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.tuple(fc.constantFrom(...'<>[]{}()"\'`&;:#-/\\ \n\t\r!?*|%='), fc.integer({ min: 1, max: 3000 })).map(repeat),
  fc
    .tuple(
      fc.constantFrom('<b>', '<div>', '<a href="x">', '<table><td>', '<svg>', ']]>', '<!--', '-->', '&amp;'),
      fc.nat(300),
    )
    .map(repeat),
)

function repeat([text, times]: [string, number]): string {
  return text.repeat(times)
}

/** A text with some places deleted, doubled or replaced. */
export function mutated(texts: readonly string[], pieces: fc.Arbitrary<string> = nasty): fc.Arbitrary<string> {
  const edit = fc.record({
    /** The position, as a share of the text. */
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof(fc.constant(0), fc.nat(60)),
    insert: fc.oneof(fc.constant(''), pieces),
  })
  return fc.tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 5 })).map(([text, edits]) =>
    edits.reduce((before, { at, cut, insert }) => {
      const place = Math.floor(at * before.length)
      return before.slice(0, place) + insert + before.slice(place + cut)
    }, text),
  )
}

type Json = unknown

/** A position in a JSON tree, counted in its order, and the replacement. */
export interface Replacement {
  place: number
  value: Json
}

const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    false,
    true,
    '',
    [],
    {},
    0,
    -1,
    0.5,
    1e308,
    -1e308,
    5e-324,
    3_000_000_000,
    '1e400',
    'NaN',
  ),
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.tuple(fc.jsonValue({ maxDepth: 1 }), fc.nat(300)).map(([value, length]) => Array(length).fill(value)),
  fc.nat(200).map((depth) => Array.from({ length: depth }).reduce<Json>((inner) => [inner], 'x')),
)

export const replacements = fc.array(fc.record({ place: fc.nat(100_000), value: values }), {
  minLength: 1,
  maxLength: 6,
})

/** A copy of a JSON tree with some values replaced; in a tree with n values, position p is p modulo n. */
export function replaced(tree: Json, list: readonly Replacement[]): Json {
  return list.reduce((before, { place, value }) => {
    const wanted = place % countOf(before)
    let next = 0
    const copy = (node: Json): Json => {
      if (next++ === wanted) return value
      if (Array.isArray(node)) return node.map(copy)
      if (typeof node !== 'object' || node === null) return node
      return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, copy(inner)]))
    }
    return copy(before)
  }, tree)
}

function countOf(node: Json): number {
  if (typeof node !== 'object' || node === null) return 1
  return Object.values(node).reduce<number>((count, inner) => count + countOf(inner), 1)
}
