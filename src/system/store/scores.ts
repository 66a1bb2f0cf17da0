import * as z from 'zod'
import { usable } from './replies.ts'
import { type Addition, MAX_MEMBERS, type ScoredMember } from './store.ts'

/** A set with more members loses those below `MAX_RANK`. */
const TRIMMED_AT = 2 * MAX_MEMBERS
export const MAX_RANK = -MAX_MEMBERS - 1

/** Redis' reply to a range WITHSCORES has members and scores in turn. */
const rangeSchema = z.array(z.union([z.string(), z.number()]))
const sizeSchema = z.coerce.number()

export function setsOf(additions: readonly Addition[]): ReadonlyMap<string, number> {
  return new Map(additions.map(({ set, lifetime }) => [set, Math.ceil(lifetime)]))
}

/** @param sizes Redis' replies to ZCARD, in the order of the sets */
export function cardinalities(sizes: readonly unknown[], sets: ReadonlyMap<string, number>) {
  return [...sets.keys()].map((set, index) => ({
    set,
    isTooLarge: usable(sizeSchema, sizes[index]) > TRIMMED_AT,
  }))
}

export function scoresOf(reply: unknown): ScoredMember[] {
  const range = usable(rangeSchema, reply)
  return Array.from({ length: range.length / 2 }, (_, index) => [
    String(range[2 * index]),
    Number(range[2 * index + 1]),
  ])
}
