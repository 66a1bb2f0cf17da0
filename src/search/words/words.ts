import { type BundledLanguage, isBundledLanguage, type Language } from '../../languages/language.ts'
import { foldWord } from './fold.ts'
import { STOP_WORDS } from './stop-words.ts'
import { type Spelling, tokensOf } from './tokens.ts'

export interface Form {
  /** Without case and diacritics. */
  folded: string
  stem: string
}

export interface Word extends Form {
  /** In UTF-16 units. */
  start: number
  end: number
  isJoined?: true
  isWhole?: true
}

export interface LanguageWords {
  /** A compound's parts come before its whole. */
  of(text: string): Word[]
  stemOf(word: string): string
  /** @param folded without diacritics, lower case */
  isStopWord(folded: string): boolean
}

type Stem = (word: string) => string

/** Loaded on first use: no page needs them. */
const STEMMERS: Readonly<Record<BundledLanguage, () => Promise<Stem>>> = {
  pl: async () => {
    const { polishStemOf } = await import('./polish.ts')
    return polishStemOf
  },
  en: async () => stemmed((await import('@orama/stemmers/english')).stemmer),
  de: async () => stemmed((await import('@orama/stemmers/german')).stemmer),
  uk: async () => stemmed((await import('@orama/stemmers/ukrainian')).stemmer),
}

/** For languages of sites' own texts. */
const FURTHER_WORDS: Readonly<
  Partial<Record<Language, () => Promise<{ stemmer: Stem; stopWords: ReadonlySet<string> }>>>
> = {
  fr: () => import('./french.ts'),
}

/** A shorter stem would be another word. */
const MIN_STEM = 3

function stemmed(stem: Stem): Stem {
  return (word) => {
    const made = foldWord(stem(word.toLowerCase()))
    return made.length < MIN_STEM ? foldWord(word) : made
  }
}

const SPELLINGS: Readonly<Partial<Record<Language, Spelling>>> = {
  pl: {
    thousands: '.',
    endings: new Set('a u y i e o ą ę em em ie om ów owi ami ach owy owa owe owego owej'.split(' ')),
  },
  en: { thousands: ',', endings: new Set(['s']) },
  de: { thousands: '.', endings: new Set(['s']) },
  uk: { thousands: '.', endings: new Set('а у і и ом ів ам ами ах'.split(' ')), hasApostrophes: true },
}

/** For French and most others, `1 000` and `1.000`. */
const PLAIN_SPELLING: Spelling = { thousands: '.', endings: new Set() }

/** Numbers, and names with symbols, are not inflected. */
const INFLECTED = /^[\p{L}\p{M}'’ʼ]+$/u
/** Words whose forms are remembered for a language. */
const MAX_REMEMBERED = 20_000

const known = new Map<Language, Promise<LanguageWords>>()

export function wordsOf(language: Language): Promise<LanguageWords> {
  const loading = known.get(language) ?? load(language)
  known.set(language, loading)
  return loading
}

interface Words {
  stem: Stem
  stopWords: ReadonlySet<string>
}

async function wordsIn(language: Language): Promise<Words> {
  if (isBundledLanguage(language)) return { stem: await STEMMERS[language](), stopWords: STOP_WORDS[language] }
  // `fr-CA` has the words of `fr`.
  const further = await FURTHER_WORDS[language.split('-', 1)[0] ?? '']?.()
  return { stem: further ? stemmed(further.stemmer) : foldWord, stopWords: further?.stopWords ?? new Set() }
}

async function load(language: Language): Promise<LanguageWords> {
  const { stem, stopWords } = await wordsIn(language)
  const spelling = SPELLINGS[language] ?? PLAIN_SPELLING
  const remembered = new Map<string, Form>()
  const formOf = (written: string): Form => {
    const known = remembered.get(written)
    if (known) return known
    const folded = foldWord(written)
    const form = { folded, stem: INFLECTED.test(written) ? stem(written) : folded }
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(written, form)
    return form
  }
  return {
    of(text) {
      const all: Word[] = []
      for (const { text: written, start, end, isJoined, isWhole } of tokensOf(text, spelling)) {
        const { folded, stem } = formOf(written)
        if (folded === '') continue
        const word: Word = { folded, stem, start, end }
        if (isJoined) word.isJoined = true
        if (isWhole) word.isWhole = true
        all.push(word)
      }
      return all
    },
    stemOf: (word) => formOf(word).stem,
    isStopWord: (folded) => stopWords.has(folded),
  }
}
