import type { StatementWords } from './accessibility/pl.ts'
import type { FigureWords } from './figures/figure-words.ts'

export const LANGUAGES = ['pl', 'en', 'de', 'uk'] as const
export type BundledLanguage = (typeof LANGUAGES)[number]
/** A language is a tag of BCP 47 (docs/decisions/155). */
export type Language = string

export function isBundledLanguage(language: Language): language is BundledLanguage {
  return LANGUAGES.some((bundled) => bundled === language)
}

/** @param tag of BCP 47 */
export function knownLanguage(tag: string | undefined): Language | undefined {
  if (tag === undefined) return undefined
  const [first = ''] = tag.toLowerCase().split('-', 1)
  return own.has(tag) ? tag : [...LANGUAGES, ...own.keys()].find((language) => language === first)
}

/** Without slashes. */
export interface ListPaths {
  category: string
  tag: string
  author: string
  series: string
  newest: string
}

/** No line ends between them (TEXT-13). */
export interface BoundWords {
  /** Lower case; a star stands for any ending. */
  units: string
  /** A unit may follow. */
  scales: string
  /** Lower case, with full stops. */
  beforeNumbers: string
}

export interface LanguageRules {
  /** BCP 47. */
  locale: string
  ogLocale: string
  paths: ListPaths
  privacy: string
  saved: string
  follow: string
  accessibility: string
  /** Lower case; no line of a title ends with them. */
  shortWords: string
  /** Absent: from left to right. */
  direction?: 'rtl'
  /** The program loads its own with the page. */
  statement?: StatementWords
  figures?: FigureWords
  /** Absent: the program knows them. */
  subsets?: readonly string[]
  /** Absent: the program's, or none. */
  boundWords?: BoundWords
  /** A narrow space before `; : ! ? »` and after `«` ends no line. */
  hasNarrowSpaces?: boolean
}

export const LANGUAGE_RULES: Readonly<Record<BundledLanguage, LanguageRules>> = {
  pl: {
    locale: 'pl-PL',
    ogLocale: 'pl_PL',
    paths: { category: 'kategoria', tag: 'tag', author: 'author', series: 'seria', newest: 'najnowsze' },
    privacy: '/prywatnosc-i-pliki-cookie',
    saved: '/zapisane',
    follow: '/obserwuj',
    accessibility: '/deklaracja-dostepnosci',
    shortWords: 'aiouwz',
  },
  en: {
    locale: 'en-GB',
    ogLocale: 'en_GB',
    paths: { category: 'category', tag: 'tag', author: 'author', series: 'series', newest: 'latest' },
    privacy: '/privacy-and-cookies',
    saved: '/saved',
    follow: '/follow',
    accessibility: '/accessibility',
    shortWords: 'ai',
  },
  de: {
    locale: 'de-DE',
    ogLocale: 'de_DE',
    paths: { category: 'thema', tag: 'schlagwort', author: 'autor', series: 'serie', newest: 'aktuelles' },
    privacy: '/datenschutz-und-cookies',
    saved: '/gemerkt',
    follow: '/folgen',
    accessibility: '/barrierefreiheit',
    shortWords: '',
  },
  uk: {
    locale: 'uk-UA',
    ogLocale: 'uk_UA',
    paths: { category: 'category', tag: 'tag', author: 'author', series: 'seriya', newest: 'latest' },
    privacy: '/pryvatnist-i-cookie',
    saved: '/zberezheni',
    follow: '/stezhyty',
    accessibility: '/dostupnist',
    shortWords: 'авезійоу',
  },
}

const own = new Map<Language, LanguageRules>()

/** A process serves one site, so its languages hold for all of it. */
export function addLanguage(language: Language, rules: LanguageRules): void {
  own.set(language, rules)
}

/** Browsers know only the locale of a site's own language. */
export function rulesOf(language: Language): LanguageRules {
  const bundled = isBundledLanguage(language) ? LANGUAGE_RULES[language] : own.get(language)
  return bundled ?? { ...LANGUAGE_RULES.en, locale: language }
}

export function privacyPath({ language }: { language: Language }): string {
  return rulesOf(language).privacy
}

export function savedPath({ language }: { language: Language }): string {
  return rulesOf(language).saved
}

export function followPath({ language }: { language: Language }): string {
  return rulesOf(language).follow
}

export function accessibilityPath({ language }: { language: Language }): string {
  return rulesOf(language).accessibility
}

/** `Intl`'s formats are expensive. */
export function perLanguage<T>(build: (language: Language) => T): (language: Language) => T {
  const known = new Map<Language, T>()
  return (language) => {
    const value = known.get(language) ?? build(language)
    known.set(language, value)
    return value
  }
}
