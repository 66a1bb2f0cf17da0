import { mayStandApart, type QueryWord } from '../query.ts'
import { allowedErrors, termsWithErrors, withoutUnknownEnding } from '../typing-errors.ts'
import type { Form } from '../words/words.ts'
import { type Row, type RunSql, SCHEMA } from './run-sql.ts'
import { deletionsOf, quoted } from './vectors.ts'

/** Shorter terms are no guesses for a typing error. */
const MIN_GUESSED = 4
/** Letters of a word that may have two errors, and how much longer or shorter its terms are then. */
const MIN_FOR_TWO = 8
const LENGTHS_APART = 2
const MAX_TERMS = 40

export interface WordQuery {
  /** A tsquery; undefined: nothing. */
  terms: string | undefined
  /** An equivalent query of the fewest terms. */
  matching: string
  isGuess: boolean
}

/**
 * Of a word's own and longer terms, or of those that it may be with a typing error.
 * @param minBeginning letters of a word that begins others
 */
export async function wordQueries(
  run: RunSql,
  service: string,
  words: readonly QueryWord[],
  minBeginning: (at: number) => number,
): Promise<WordQuery[]> {
  const wanted = words.map(({ folded, stem }, at) => ({
    stem,
    beginnings: beginningsOf({ folded, stem }, minBeginning(at)),
  }))
  const known = await knownOf(run, service, wanted)
  const sequences = await sequencesOf(run, service, words, minBeginning)
  const others = words.filter((_, at) => !known.has(at) && sequences[at]?.length === 0)
  const near = others.length > 0 ? await nearTerms(run, service, others) : new Map<QueryWord, NearTerms>()
  return words.map((word, at) => {
    const { stem = '', beginnings = [] } = wanted[at] ?? {}
    const longer = beginnings.map((beginning) => `${quoted(beginning)}:*`)
    const { terms = [], isGuess = false } = near.get(word) ?? {}
    const others = [...(known.has(at) ? longer : []), ...(sequences[at] ?? []), ...terms.map(quoted)]
    const all = known.has(at) ? [quoted(stem), ...others] : others
    const isAmongLonger = beginnings.some((beginning) => stem.startsWith(beginning))
    return {
      terms: all.length > 0 ? anyOfTerms(all) : undefined,
      matching: anyOfTerms(isAmongLonger ? others : all),
      isGuess,
    }
  })
}

function anyOfTerms(terms: readonly string[]): string {
  return `(${terms.join(' | ')})`
}

function beginningsOf({ folded, stem }: Form, minLetters: number): string[] {
  return (folded.startsWith(stem) ? [stem] : [stem, folded]).filter(({ length }) => length >= minLetters)
}

/** For each word the queries of its sequences whose terms are all in the index. */
async function sequencesOf(
  run: RunSql,
  service: string,
  words: readonly QueryWord[],
  minBeginning: (at: number) => number,
): Promise<string[][]> {
  const isTyped = (at: number): boolean => minBeginning(at) === 1
  const stems = words.flatMap(({ sequences }) => sequences.flatMap((one) => one.map(({ stem }) => stem)))
  if (stems.length === 0) return words.map(() => [])
  const rows = await run(`SELECT term FROM ${SCHEMA}.terms WHERE service = $1 AND term = ANY ($2::text[])`, [
    service,
    [...new Set(stems)],
  ])
  const known = new Set(rows.map(({ term }) => String(term)))
  return words.map(({ sequences }, at) =>
    sequences.flatMap((one) => {
      const last = one.at(-1)
      if (!one.every((form) => known.has(form.stem) || (form === last && isTyped(at)))) return []
      const terms = one.map((form) => (form === last && isTyped(at) ? `${quoted(form.folded)}:*` : quoted(form.stem)))
      return `(${terms.join(mayStandApart(one) ? ' & ' : ' <-> ')})`
    }),
  )
}

async function knownOf(
  run: RunSql,
  service: string,
  wanted: ReadonlyArray<{ stem: string; beginnings: readonly string[] }>,
): Promise<Set<number>> {
  const rows = await run(
    `SELECT at FROM unnest($2::int[], $3::text[], $4::text[], $5::text[]) AS wanted (at, stem, one, other)
     WHERE EXISTS (SELECT FROM ${SCHEMA}.terms WHERE service = $1 AND term = wanted.stem)
       OR (one <> '' AND EXISTS (SELECT FROM ${SCHEMA}.terms WHERE service = $1 AND term >= one AND term < one || U&'\\FFFF'))
       OR (other <> '' AND EXISTS
         (SELECT FROM ${SCHEMA}.terms WHERE service = $1 AND term >= other AND term < other || U&'\\FFFF'))`,
    [
      service,
      wanted.map((_, at) => at),
      wanted.map(({ stem }) => stem),
      wanted.map(({ beginnings }) => beginnings[0] ?? ''),
      wanted.map(({ beginnings }) => beginnings[1] ?? ''),
    ],
  )
  return new Set(rows.map(({ at }) => Number(at)))
}

interface NearTerms {
  terms: string[]
  isGuess: boolean
}

/** The database finds terms that share what is left without one letter; the near ones are chosen after that. */
async function nearTerms(
  run: RunSql,
  service: string,
  words: readonly QueryWord[],
): Promise<Map<QueryWord, NearTerms>> {
  const shorter = words.flatMap(({ folded }) => withoutUnknownEnding(folded))
  const written = words.flatMap(({ folded, stem }) => [stem, folded].filter((one) => allowedErrors(one) > 0))
  const rows = await run(
    `SELECT term FROM ${SCHEMA}.terms WHERE service = $1 AND deletions && $2::text[]
     UNION SELECT term FROM ${SCHEMA}.terms WHERE service = $1 AND term = ANY ($3::text[])`,
    [service, [...new Set(written.flatMap(deletionsOf))], shorter],
  )
  const terms = sortedTerms(rows)
  const near = new Map<QueryWord, NearTerms>()
  for (const word of words) {
    const endings = withoutUnknownEnding(word.folded).filter((term) => terms.includes(term))
    if (endings.length > 0) {
      near.set(word, { terms: endings, isGuess: false })
      continue
    }
    const nearest = mistyped(word, terms)
    const further = nearest.length > 0 ? [] : mistyped(word, await termsAlike(run, service, word))
    near.set(word, { terms: [...nearest, ...further].slice(0, MAX_TERMS), isGuess: true })
  }
  return near
}

/** For two errors: terms of about a word's length with its first letter. */
async function termsAlike(run: RunSql, service: string, { folded }: QueryWord): Promise<string[]> {
  if (folded.length < MIN_FOR_TWO || allowedErrors(folded) === 0) return []
  const first = folded.slice(0, 1)
  const rows = await run(
    `SELECT term FROM ${SCHEMA}.terms WHERE service = $1 AND term >= $2 AND term < $2 || U&'\\FFFF'
       AND length(term) BETWEEN $3 AND $4`,
    [service, first, folded.length - LENGTHS_APART, folded.length + LENGTHS_APART],
  )
  return sortedTerms(rows)
}

function mistyped({ folded, stem }: QueryWord, terms: readonly string[]): string[] {
  const near = [...new Set([stem, folded])]
    .flatMap((written) => {
      const most = allowedErrors(written)
      return most === 0 ? [] : termsWithErrors(terms, written, most)
    })
    .sort((one, other) => one.errors - other.errors)
    .flatMap(({ at }) => terms[at] ?? [])
  return [...new Set(near)].filter(({ length }) => length >= MIN_GUESSED)
}

function sortedTerms(rows: readonly Row[]): string[] {
  return rows.map(({ term }) => String(term)).sort((one, other) => (one < other ? -1 : 1))
}
