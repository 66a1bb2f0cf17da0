import type { QueryWord } from '../query.ts'
import { allowedErrors, termsWithErrors } from '../typing-errors.ts'
import { type Row, type RunSql, SCHEMA } from './run-sql.ts'
import { deletionsOf, quoted } from './vectors.ts'

/** Letters by which a word may be longer than a stem that it belongs to, and the shortest of these. */
const MAX_UNKNOWN_ENDING = 2
const MIN_STEM = 4
/** Letters of a word that may have two errors, and how much longer or shorter its terms are then. */
const MIN_FOR_TWO = 8
const LENGTHS_APART = 2
/** Most terms that a word may be with a typing error. */
const MAX_TERMS = 40

/**
 * For each word a tsquery of the terms that it stands for: its own and longer ones, or those that it may be with a typing
 * error; undefined where there are none.
 * @param minBeginning letters of a word that begins others
 */
export async function wordQueries(
  run: RunSql,
  service: string,
  words: readonly QueryWord[],
  minBeginning: (at: number) => number,
): Promise<Array<string | undefined>> {
  const wanted = words.map(({ folded, stem }, at) => {
    const beginnings = folded.startsWith(stem) ? [stem] : [stem, folded]
    return { stem, beginnings: beginnings.filter(({ length }) => length >= minBeginning(at)) }
  })
  const known = await knownOf(run, service, wanted)
  const others = words.filter((_, at) => !known.has(at))
  const near = others.length > 0 ? await nearTerms(run, service, others) : new Map<QueryWord, string[]>()
  return words.map((word, at) => {
    const { stem = '', beginnings = [] } = wanted[at] ?? {}
    const terms = known.has(at)
      ? [quoted(stem), ...beginnings.map((beginning) => `${quoted(beginning)}:*`)]
      : (near.get(word) ?? []).map(quoted)
    return terms.length > 0 ? `(${terms.join(' | ')})` : undefined
  })
}

/** Places of the words that have terms without typing errors. */
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

/** Terms that share what is left without one letter come from the database; which of them are near is decided here. */
async function nearTerms(run: RunSql, service: string, words: readonly QueryWord[]): Promise<Map<QueryWord, string[]>> {
  const shorter = words.flatMap(({ folded }) =>
    Array.from({ length: MAX_UNKNOWN_ENDING }, (_, cut) => folded.slice(0, -cut - 1)).filter(
      ({ length }) => length >= MIN_STEM,
    ),
  )
  const written = words.flatMap(({ folded, stem }) => (allowedErrors(folded) > 0 ? [stem, folded] : []))
  const rows = await run(
    `SELECT term FROM ${SCHEMA}.terms WHERE service = $1 AND deletions && $2::text[]
     UNION SELECT term FROM ${SCHEMA}.terms WHERE service = $1 AND term = ANY ($3::text[])`,
    [service, [...new Set(written.flatMap(deletionsOf))], shorter],
  )
  const terms = sortedTerms(rows)
  const near = new Map<QueryWord, string[]>()
  for (const word of words) {
    const endings = terms.filter((term) => shorter.includes(term) && word.folded.startsWith(term))
    const nearest = [...new Set([...endings, ...mistyped(word, terms)])]
    const further = nearest.length > 0 ? [] : mistyped(word, await termsAlike(run, service, word))
    near.set(word, [...nearest, ...further].slice(0, MAX_TERMS))
  }
  return near
}

/** Terms of about a word's length with its first letter, for those with two errors: only where nothing nearer is found. */
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

/** The terms that a word may be, the nearest first. @param terms sorted */
function mistyped({ folded, stem }: QueryWord, terms: readonly string[]): string[] {
  const most = allowedErrors(folded)
  if (most === 0) return []
  return [...new Set([stem, folded])]
    .flatMap((written) => termsWithErrors(terms, written, most))
    .sort((one, other) => one.errors - other.errors)
    .flatMap(({ at }) => terms[at] ?? [])
}

function sortedTerms(rows: readonly Row[]): string[] {
  return rows.map(({ term }) => String(term)).sort((one, other) => (one < other ? -1 : 1))
}
