import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { ROOT } from './root.ts'

/** A query and the articles that a person would expect. */
export interface JudgedQuery {
  service: string
  /** `inflected`, `typo`, `author` and others. */
  kind: string
  query: string
  /** Slugs. */
  expected: readonly string[]
}

export interface Judgement extends JudgedQuery {
  /** Slugs of the first five results. */
  firstFive: readonly string[]
  /** Share of the expected articles among the first five. */
  recall: number
  /** Share of the first five that are expected. */
  precision: number
  /** One divided by the place of the first expected result. */
  rank: number
}

const FIRST = 5

const fileShape = z.record(
  z.string(),
  z.record(z.string(), z.array(z.strictObject({ query: z.string(), expected: z.array(z.string()).min(1) }))),
)

/** Files of test/search, by what the report calls them. */
export const QUERY_SETS: ReadonlyMap<string, string> = new Map([
  ['200 queries', 'judged-queries.yaml'],
  ['60 further queries', 'further-judged-queries.yaml'],
])

/** @param file of `QUERY_SETS` */
export async function judgedQueries(file: string): Promise<JudgedQuery[]> {
  const sets = fileShape.parse(parse(await readFile(join(ROOT, 'test/search', file), 'utf8')))
  return Object.entries(sets).flatMap(([service, kinds]) =>
    Object.entries(kinds).flatMap(([kind, queries]) => queries.map((query) => ({ service, kind, ...query }))),
  )
}

/** @param results slugs, best first */
export function judged(judgedQuery: JudgedQuery, results: readonly string[]): Judgement {
  const { expected } = judgedQuery
  const firstFive = results.slice(0, FIRST)
  const hits = firstFive.filter((slug) => expected.includes(slug)).length
  const place = results.findIndex((slug) => expected.includes(slug))
  return {
    ...judgedQuery,
    firstFive,
    recall: hits / Math.min(FIRST, expected.length),
    precision: firstFive.length === 0 ? 0 : hits / firstFive.length,
    rank: place === -1 ? 0 : 1 / (place + 1),
  }
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
}
