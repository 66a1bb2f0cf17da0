import type { BundledLanguage } from '../../languages/language.ts'
import type { DeskWords } from './desk-words.ts'

const WORDS: Readonly<Record<BundledLanguage, () => Promise<DeskWords>>> = {
  pl: async () => (await import('./words/pl.ts')).pl,
  en: async () => (await import('./words/en.ts')).en,
  de: async () => (await import('./words/de.ts')).de,
  uk: async () => (await import('./words/uk.ts')).uk,
}

export function deskWords(language: BundledLanguage): Promise<DeskWords> {
  return WORDS[language]()
}
