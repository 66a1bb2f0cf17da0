import type { SearchFilters } from '../../content/search-filters.ts'
import type { ParsedQuery } from '../query.ts'
import { FIELD_WEIGHTS, PHRASE_BONUS, TITLE_PHRASE_BONUS } from '../ranking.ts'
import type { FoundArticles } from '../search-index.ts'
import { byRarity, narrowed, type SearchedWord, type Shares } from './narrowing.ts'
import { BY_DATE, edgeOf, has, newestOf, sharesOf } from './newest.ts'
import { type RunSql, SCHEMA } from './run-sql.ts'
import { categoryTerm, LETTERS, quoted } from './vectors.ts'
import type { Year } from './years.ts'

/** Only the newest matches are ranked. */
const MAX_RANKED = 1000
/** With the words in title or names. */
const MAX_OLDER = 500
const MAX_SUGGESTED = 400
/** Newest articles whose vectors are read without an index. */
const LOOKED_THROUGH = 8000
/** For rare words, which open an index anyway. */
const LOOKED_THROUGH_RARE = 1000
/** Between two dates at most `NARROW_MS` apart: all of them. */
const LOOKED_THROUGH_NARROW = 16_000
const NARROW_MS = 62 * 86_400_000
/** For a phrase of common words, for which no index is opened. */
const LOOKED_THROUGH_PHRASE = 12_000
const FREQUENT_IN_PHRASE = 0.06
/** Older articles that are read for a phrase: by all words, and by title and names. */
const MAX_CHECKED = { words: 3000, heads: 1500 }
/** Articles with words of this share are soon reached along the dates. */
const FREQUENT = 0.03
const FREQUENT_AMONG_NEWEST = 0.07
/** The same for words in title or names. */
const FREQUENT_IN_HEADS = 0.02
/** PostgreSQL's letters A to D, the least first. */
const WEIGHTS = (['text', 'lead', 'names', 'title'] as const)
  .map((field) => (FIELD_WEIGHTS[field] / FIELD_WEIGHTS.title).toFixed(3))
  .join(',')
const EDGE = '(SELECT since FROM edge)'
const AFTER = '\u{10ffff}'

interface Searched {
  run: RunSql
  service: string
  years: readonly Year[]
}

export interface RankedSearch extends Searched {
  parsed: ParsedQuery
  scored: readonly string[]
  /** Of the newest articles, those with all words. */
  shares: Shares
  filters: SearchFilters
  from: number
  count: number
}

/** @param queries one for each word */
export async function suggested(
  { run, service, years }: Searched,
  queries: readonly string[],
  count: number,
): Promise<string[]> {
  const looked = { conditions: [], each: [has('heads', '$2::tsquery')], indexed: ['heads @@ $2::tsquery'] }
  const rows = await run(
    `WITH edge AS MATERIALIZED (${edgeOf([], LOOKED_THROUGH)}),
       newest AS MATERIALIZED (${newestOf({ ...looked, years, most: MAX_SUGGESTED }, EDGE)})
     SELECT one.id FROM newest JOIN ${SCHEMA}.articles AS one ON one.ctid = newest.place
     ORDER BY ts_rank('{${WEIGHTS}}', heads, $2::tsquery) DESC, one.published DESC, one.id LIMIT $3`,
    [service, queries.join(' & '), count],
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Shares of the newest articles with each query, with all, and with at least so many.
 * @param queries one for each word
 */
export async function commonness(
  { run, service }: Pick<Searched, 'run' | 'service'>,
  queries: readonly string[],
  least: number,
): Promise<{ words: SearchedWord[]; all: Shares; enough: number }> {
  if (queries.length === 0) return { words: [], all: { words: 0, heads: 0 }, enough: 0 }
  const places = queries.map((_, at) => `$${at + 2}::tsquery`)
  const [row = {}] = await run(sharesOf(places, least), [service, ...queries])
  const sharesIn = (end: string): Shares => ({
    words: Number(row[`in_words${end}`] ?? 0),
    heads: Number(row[`in_heads${end}`] ?? 0),
  })
  return {
    words: queries.map((query, at) => ({ query, shares: sharesIn(`_${at}`) })),
    all: sharesIn(''),
    enough: Number(row.enough ?? 0),
  }
}

/**
 * The newest articles with enough words, and older ones with them in title or names (SEARCH-20).
 * @param words without those of phrases
 * @param enough.share of the newest articles, those with so many
 */
export async function ranked(
  { run, service, years, parsed, scored, shares, filters, from, count }: RankedSearch,
  words: readonly SearchedWord[],
  { least, share }: { least: number; share: number },
): Promise<Pick<FoundArticles, 'ids' | 'total' | 'isMore'>> {
  const values: unknown[] = [service]
  const value = (one: unknown): string => `$${values.push(one)}`
  const each = byRarity(words, 'words').map(({ query }) => `${value(query)}::tsquery`)
  const phrases = parsed.phrases.map((phrase) => ({
    inOrder: `${value(anyOf(phrase))}::tsquery`,
    together: anyOf(phrase, { between: ' & ' }),
  }))
  const openingOf = (vector: 'heads' | 'words'): string => {
    const together = phrases.map((phrase) => phrase.together)
    return `${value(openingTerms(vector, filters, together, words, least))}::tsquery`
  }
  const openings = { heads: openingOf('heads'), words: openingOf('words') }
  const limits = dateLimits(filters, value)
  const dates = (column: string): string[] => limits.map(({ operator, date }) => `${column} ${operator} ${date}`)
  const inOrder = (vector: 'heads' | 'words'): string[] => phrases.map((phrase) => has(vector, phrase.inOrder))
  const enough = (vector: 'heads' | 'words'): string[] =>
    least === words.length
      ? each.map((one) => has(vector, one))
      : [`${each.map((one) => `${has(vector, one)}::int`).join(' + ')} >= ${least}`]
  const hasPhrases = phrases.length > 0
  const seen = hasPhrases && filters.to === undefined ? LOOKED_THROUGH : lookedThrough(filters, share)
  const isAlongDates = hasPhrases && shares.words >= FREQUENT_IN_PHRASE
  const newestWith = (vector: 'heads' | 'words', most: number, others: readonly string[]) =>
    newestOf(
      {
        conditions: [
          ...others,
          ...(filters.category === undefined ? [] : [`category = ${value(filters.category)}`]),
          ...enough(vector),
        ],
        each: [has(vector, openings[vector]), ...inOrder(vector)],
        indexed: [`${vector} @@ ${openings[vector]}`],
        dates,
        years: vector === 'words' && isAlongDates ? [] : years,
        most,
        from: filters.from,
        to: filters.to === undefined ? undefined : filters.to + AFTER,
      },
      EDGE,
    )
  // Only reading an article shows whether it has a phrase.
  const [read, most] = hasPhrases ? ['checked', MAX_CHECKED.words] : ['newest', MAX_RANKED]
  const checkedWith = (vector: 'heads' | 'words', others: readonly string[]): string =>
    newestWith(vector, MAX_CHECKED[vector], others)
  const inOrderOf = (checked: string, vector: 'heads' | 'words', count: number): string =>
    `SELECT place, found.id, found.published FROM ${checked} AS found JOIN ${SCHEMA}.articles AS one ON one.ctid = place
     WHERE ${inOrder(vector).join(' AND ')} ORDER BY found.published DESC, found.id LIMIT ${count}`
  const isFull = isAlongDates ? 'true' : `(SELECT count(*) FROM ${read}) >= ${most}`
  const older = [isFull, `published < (SELECT coalesce(min(published), ${EDGE}) FROM ${read})`]
  const candidates = hasPhrases
    ? [
        `checked AS MATERIALIZED (${checkedWith('words', [])})`,
        `newest AS MATERIALIZED (${inOrderOf('checked', 'words', MAX_RANKED)})`,
        `older AS MATERIALIZED (${inOrderOf(`(${checkedWith('heads', older)})`, 'heads', MAX_OLDER)})`,
      ]
    : [
        `newest AS MATERIALIZED (${newestWith('words', MAX_RANKED, [])})`,
        `older AS MATERIALIZED (${newestWith('heads', shares.heads < FREQUENT_IN_HEADS ? MAX_OLDER : 0, older)})`,
      ]
  const score = scored.map((one) => `ts_rank('{${WEIGHTS}}', words, ${value(one)}::tsquery)`).join(' + ')
  const bonus = bonusOf(parsed, value)
  const rows = await run(
    `WITH edge AS MATERIALIZED (${edgeOf(dates(BY_DATE), isAlongDates ? LOOKED_THROUGH_PHRASE : seen)}),
       ${candidates.join(',\n')},
       candidates AS MATERIALIZED (SELECT place FROM newest UNION ALL SELECT place FROM older)
     SELECT id, (SELECT count(*) FROM candidates) AS total, ${isFull} AS is_full
     FROM candidates JOIN ${SCHEMA}.articles AS one ON one.ctid = candidates.place
     ORDER BY (${score}) * ${bonus} DESC, one.published DESC, id OFFSET ${value(from)} LIMIT ${value(count)}`,
    values,
  )
  // A page beyond the last has no rows.
  const total = Math.min(Number(rows[0]?.total ?? 0), MAX_RANKED)
  const isMore = total === MAX_RANKED || rows[0]?.is_full === true
  return { ids: rows.map(({ id }) => String(id)), total, isMore: isMore || undefined }
}

function openingTerms(
  vector: 'heads' | 'words',
  { category }: SearchFilters,
  phrases: readonly string[],
  words: readonly SearchedWord[],
  least: number,
): string {
  return [
    ...(category === undefined ? [] : [quoted(categoryTerm(category))]),
    ...phrases.map((phrase) => `(${phrase})`),
    ...(words.length > 0 ? [`(${narrowed(byRarity(words, vector), least)})`] : []),
  ].join(' & ')
}

function dateLimits({ from, to }: SearchFilters, value: (one: unknown) => string) {
  return [
    ...(from === undefined ? [] : [{ operator: '>=', date: value(from) }]),
    ...(to === undefined ? [] : [{ operator: '<', date: value(to + AFTER) }]),
  ]
}

function bonusOf({ sequence }: ParsedQuery, value: (one: unknown) => string): string {
  if (!sequence.some(({ length }) => length > 1)) return '1'
  const phrase = (letter?: string): string => has('words', `${value(anyOf(sequence, { letter }))}::tsquery`)
  return `CASE WHEN ${phrase(LETTERS.title)} THEN ${TITLE_PHRASE_BONUS}
        WHEN ${phrase()} THEN ${PHRASE_BONUS} ELSE 1 END`
}

function lookedThrough({ from, to }: SearchFilters, share: number): number {
  if (to === undefined) return share < FREQUENT_AMONG_NEWEST ? LOOKED_THROUGH_RARE : LOOKED_THROUGH
  if (share < FREQUENT) return 0
  const isNarrow = from !== undefined && Date.parse(to) - Date.parse(from) <= NARROW_MS
  return isNarrow ? LOOKED_THROUGH_NARROW : LOOKED_THROUGH
}

/** A phrase in any of its spellings; with another operator its words. */
function anyOf(
  spellings: ReadonlyArray<readonly string[]>,
  { letter = '', between = ' <-> ' }: { letter?: string; between?: string } = {},
): string {
  const phraseOf = (stems: readonly string[]): string =>
    stems.map((stem) => quoted(stem) + (letter && `:${letter}`)).join(between)
  return spellings.map((stems) => `(${phraseOf(stems)})`).join(' | ')
}
