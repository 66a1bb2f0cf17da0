import { inSlices, nextTurn, type Steps } from '../../system/steps.ts'
import { parseQuery } from '../query.ts'
import { type IndexedArticle, passes, type SearchIndex } from '../search-index.ts'
import type { SearchIndexes } from '../search-indexes.ts'
import { type LanguageWords, wordsOf } from '../words/words.ts'

/** Without case and diacritics, a space before each word. */
interface Entry extends Pick<IndexedArticle, 'id' | 'category' | 'date'> {
  titles: string
  leads: string
}

/** Searches titles, names and leads for words as they are written (`SEARCH_INDEX=off`). */
export const plainIndexes: SearchIndexes = {
  async open(_service, language, articles) {
    const words = await wordsOf(language)
    const entries: Entry[] = []
    for await (const { id, category, date, title, names, lead } of articles()) {
      const titles = foldedWords([title, ...names].join('\n'), words)
      entries.push({ id, category, date, titles, leads: foldedWords(lead, words) })
    }
    entries.sort((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
    return plainIndex(entries, words)
  },
}

/** @param entries newest first */
function plainIndex(entries: readonly Entry[], words: LanguageWords): SearchIndex {
  const having = async (query: string, textOf: (entry: Entry) => string): Promise<Entry[]> => {
    const beginnings = parseQuery(query, words).words.map(({ folded, sequences }) => [
      ` ${folded}`,
      ...sequences.map((one) => one.map((form) => ` ${form.folded}`).join('')),
    ])
    if (beginnings.length === 0) return []
    await nextTurn()
    return inSlices(entriesWith(entries, beginnings, textOf))
  }
  return {
    async find(query, filters, from, count) {
      const matching = await having(query, ({ titles, leads }) => titles + leads)
      const ids = matching.filter((entry) => passes(entry, filters)).map(({ id }) => id)
      return { ids: ids.slice(from, from + count), total: ids.length, missing: [], haveAll: true }
    },
    async suggest(query, count) {
      const matching = await having(query, ({ titles }) => titles)
      return matching.slice(0, count).map(({ id }) => id)
    },
  }
}

const AT_ONCE = 500

function* entriesWith(
  entries: readonly Entry[],
  /** For each word its spellings. */
  beginnings: ReadonlyArray<readonly string[]>,
  textOf: (entry: Entry) => string,
): Steps<Entry[]> {
  const matching: Entry[] = []
  for (const [at, entry] of entries.entries()) {
    const text = textOf(entry)
    if (beginnings.every((spellings) => spellings.some((beginning) => text.includes(beginning)))) matching.push(entry)
    if (at % AT_ONCE === 0) yield
  }
  return matching
}

function foldedWords(text: string, words: LanguageWords): string {
  return words
    .of(text)
    .map(({ folded }) => ` ${folded}`)
    .join('')
}
