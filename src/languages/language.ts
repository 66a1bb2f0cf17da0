export const LANGUAGES = ['pl', 'en', 'de', 'uk'] as const
export type Language = (typeof LANGUAGES)[number]

/** @param tag of BCP 47 */
export function knownLanguage(tag: string | undefined): Language | undefined {
  const first = tag?.split('-', 1)[0]?.toLowerCase()
  return LANGUAGES.find((language) => language === first)
}

/** First parts, without slashes. */
export interface ListPaths {
  category: string
  tag: string
  author: string
  series: string
  /** Category of all articles. */
  newest: string
}

interface LanguageRules {
  /** BCP 47. */
  locale: string
  /** As in Open Graph. */
  ogLocale: string
  /** Defaults of services. */
  paths: ListPaths
  privacy: string
  saved: string
  follow: string
  accessibility: string
  /** Lower case; they end no line of a title. */
  shortWords: string
}

export const LANGUAGE_RULES: Readonly<Record<Language, LanguageRules>> = {
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

export function privacyPath({ language }: { language: Language }): string {
  return LANGUAGE_RULES[language].privacy
}

export function savedPath({ language }: { language: Language }): string {
  return LANGUAGE_RULES[language].saved
}

export function followPath({ language }: { language: Language }): string {
  return LANGUAGE_RULES[language].follow
}

export function accessibilityPath({ language }: { language: Language }): string {
  return LANGUAGE_RULES[language].accessibility
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
