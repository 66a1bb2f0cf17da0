/** Articles in any number, made of the newsroom's words, for measurements of the search. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IndexedArticle } from '../../src/search/search-index.ts'
import { seeded } from '../../test/support/seeded.ts'

/** Of a hundred words, those that get an ending of their own: texts have many words that stand in few others. */
const RARE_PERCENT = 2
const SYLLABLES = ['ba', 'ce', 'da', 'fi', 'go', 'ha', 'jo', 'ka', 'le', 'mi', 'no', 'pa', 'ro', 'su', 'ta', 'wy', 'za']
const NAMES = ['Ida Korczyk', 'Nina Zarzycka', 'Tomasz Brzeg', 'Maja Lewandowicz', 'Oskar Wilamowski', 'Lena Sobieraj']
const CATEGORIES = ['edukacja', 'inwestycje', 'bezpieczenstwo', 'zastosowania']

interface Lengths {
  title: number
  lead: number
  text: number
}

/** @param lengths in words */
export async function* manyArticles(
  newsroom: string,
  count: number,
  lengths: Lengths = { title: 8, lead: 28, text: 900 },
): AsyncGenerator<IndexedArticle, void> {
  const words = await newsroomWords(newsroom)
  const random = seeded(20_261_124)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  const word = (): string =>
    random() * 100 < RARE_PERCENT ? pick(words) + pick(SYLLABLES) + pick(SYLLABLES) + pick(SYLLABLES) : pick(words)
  const text = (length: number): string => Array.from({ length }, word).join(' ')
  for (let number = 0; number < count; number++) {
    const day = new Date(Date.UTC(2026, 10, 24) - number * 3_600_000).toISOString().slice(0, 16)
    const category = pick(CATEGORIES)
    yield {
      id: `/${day.slice(0, 4)}/${day.slice(5, 7)}/artykul-${number}`,
      title: text(lengths.title),
      names: [pick(NAMES), category],
      lead: text(lengths.lead),
      text: text(lengths.text),
      category,
      date: day,
    }
  }
}

/** Every occurrence of a word, so that frequent words stay frequent. */
export async function newsroomWords(newsroom: string): Promise<string[]> {
  const folder = join(newsroom, 'akademia/articles')
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) => text.replace(/<[^>]*>/g, ' ').match(/[\p{L}]{2,}/gu) ?? [])
}
