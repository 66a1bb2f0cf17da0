import { foldPolish } from '../../content/slug.ts'

/** In characters. */
const MAX_WORD = 40

/** Removes case, diacritics and apostrophes: `Łódź` is `lodz`, `Straße` is `strasse`. */
export function foldWord(word: string): string {
  return foldPolish(word.slice(0, MAX_WORD).toLowerCase()).replace(/ß/g, 'ss').replace(/['’ʼ]/g, '')
}
