import type { Language } from './language.ts'

/** `Intl`'s formats are expensive. */
export function perLanguage<T>(build: (language: Language) => T): (language: Language) => T {
  const known = new Map<Language, T>()
  return (language) => {
    const value = known.get(language) ?? build(language)
    known.set(language, value)
    return value
  }
}
