import type { Language } from '../../languages/language.ts'
import { foldWord } from './fold.ts'
import { STOP_WORDS } from './stop-words.ts'

/** A word of a text. */
export interface Word {
  /** As written, without case and diacritics. */
  folded: string
  /** Shared by its inflected forms. */
  stem: string
  /** Place in the text, in UTF-16 units. */
  start: number
  end: number
}

/** The words of a language. */
export interface LanguageWords {
  of(text: string): Word[]
  /** @param word as written */
  stemOf(word: string): string
  /** @param folded without diacritics, lower case */
  isStopWord(folded: string): boolean
}

type Stem = (word: string) => string

/** Loaded on first use: no page needs them. */
const STEMMERS: Readonly<Record<Language, () => Promise<Stem>>> = {
  // The others know the letters of their language.
  pl: async () => {
    const { polishStem } = await import('./polish.ts')
    return (word) => polishStem(foldWord(word))
  },
  en: async () => stemmed((await import('@orama/stemmers/english')).stemmer),
  de: async () => stemmed((await import('@orama/stemmers/german')).stemmer),
  uk: async () => stemmed((await import('@orama/stemmers/ukrainian')).stemmer),
}

function stemmed(stem: Stem): Stem {
  return (word) => foldWord(stem(word.toLowerCase())) || foldWord(word)
}

/** Apostrophes stand inside Ukrainian words. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ](?=\p{L})[\p{L}\p{M}]+)*/gu
/** Number of stems that are remembered for a language. */
const MAX_REMEMBERED = 20_000

const known = new Map<Language, Promise<LanguageWords>>()

export function wordsOf(language: Language): Promise<LanguageWords> {
  const loading = known.get(language) ?? load(language)
  known.set(language, loading)
  return loading
}

async function load(language: Language): Promise<LanguageWords> {
  const stem = await STEMMERS[language]()
  const stopWords = STOP_WORDS[language]
  const remembered = new Map<string, string>()
  const stemOf = (word: string): string => {
    const known = remembered.get(word)
    if (known !== undefined) return known
    const made = stem(word)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(word, made)
    return made
  }
  return {
    of: (text) =>
      Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
        folded: foldWord(word),
        stem: stemOf(word),
        start: index,
        end: index + word.length,
      })).filter(({ folded }) => folded !== ''),
    stemOf,
    isStopWord: (folded) => stopWords.has(folded),
  }
}
