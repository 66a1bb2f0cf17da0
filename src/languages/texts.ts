import { type Language, perLanguage, rulesOf } from './language.ts'

/** By CLDR's plural category. */
export interface PluralForms extends Partial<Record<Intl.LDMLPluralRule, string>> {
  other: string
}

/** A year or an id is text. */
export type Value = string | number

const NAMED = /\{(\w+)\}/g

export function valueNames(template: string): string[] {
  return [...template.matchAll(NAMED)].flatMap(([, name]) => name ?? [])
}

/** Names of another script would move neighbouring signs (LANG-9). */
const ISOLATED = ['\u2068', '\u2069'] as const

export function filled(template: string, values: Readonly<Record<string, Value>>, language: Language): string {
  const [open, close] = rulesOf(language).direction === undefined ? ['', ''] : ISOLATED
  return template.replace(NAMED, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? formatNumber(value, language) : `${open}${value}${close}`
  })
}

export function pluralForm(language: Language, count: number, forms: PluralForms): string {
  return forms[pluralRules(language).select(count)] ?? forms.other
}

/** `4,5`, `12 500`. */
export function formatNumber(value: number, language: Language): string {
  return numberFormat(language).format(value)
}

const listFormat = perLanguage((language) => new Intl.ListFormat(rulesOf(language).locale, { type: 'conjunction' }))
const pluralRules = perLanguage((language) => new Intl.PluralRules(language))
const numberFormat = perLanguage(
  (language) => new Intl.NumberFormat(rulesOf(language).locale, { maximumFractionDigits: 6 }),
)

export function listText(names: readonly string[], language: Language): string {
  return listFormat(language).format(names)
}

/** `countText('pl', { one: '{count} tekst', few: … }, 3)`. */
export function countText(language: Language, forms: PluralForms, count: number): string {
  return filled(pluralForm(language, count, forms), { count }, language)
}

const regionNames = perLanguage((language) => new Intl.DisplayNames([rulesOf(language).locale], { type: 'region' }))

/** @param code ISO 3166 */
export function countryName(code: string, language: Language): string {
  return regionNames(language).of(code) ?? code
}
