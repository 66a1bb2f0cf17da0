import * as z from 'zod'
import type { StatementWords } from '../languages/accessibility/pl.ts'
import { STATEMENTS } from '../languages/accessibility/statements.ts'
import { directionOf } from '../languages/direction.ts'
import type { FigureWords } from '../languages/figures/figure-words.ts'
import { FIGURE_WORDS } from '../languages/figures/words.ts'
import type { BundledLanguage, Language, LanguageRules } from '../languages/language.ts'
import { isPlural, type MessageTemplates } from '../languages/messages.ts'
import { TEMPLATES } from '../languages/templates.ts'
import type { PluralForms } from '../languages/texts.ts'
import type { Subset } from '../services/fonts.ts'
import { isLanguageTag, text } from './fields.ts'
import { textWith } from './messages-file.ts'
import { pathPart } from './service-file.ts'

export type LanguageTexts = MessageTemplates & {
  readonly statement: StatementWords
  readonly figures: FigureWords
}

export const LANGUAGE_TEXTS: Readonly<Record<BundledLanguage, LanguageTexts>> = {
  pl: { ...TEMPLATES.pl, statement: STATEMENTS.pl, figures: FIGURE_WORDS.pl },
  en: { ...TEMPLATES.en, statement: STATEMENTS.en, figures: FIGURE_WORDS.en },
  de: { ...TEMPLATES.de, statement: STATEMENTS.de, figures: FIGURE_WORDS.de },
  uk: { ...TEMPLATES.uk, statement: STATEMENTS.uk, figures: FIGURE_WORDS.uk },
}

type Tree = { readonly [key: string]: string | PluralForms | Tree }

/** A key without a text waits for its translator. */
export type WrittenTexts = { readonly [key: string]: WrittenTexts | string | null | undefined }

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies Intl.LDMLPluralRule[]
/** Their number may be no digit: "un résultat". */
const FEW_NUMBERS: readonly string[] = ['zero', 'one', 'two']

const pathOfPage = pathPart.nullish()
const words = text.nullish()

export const languageHead = z.object({
  dir: z.enum(['ltr', 'rtl']).nullish().describe('Direction of the script; by default that of the language.'),
  fallback: z
    .string()
    .refine(isLanguageTag, 'must be the code of a language, such as en')
    .nullish()
    .describe('The language whose texts stand in for those that are missing. Without it all texts must be there.'),
  paths: z
    .strictObject({
      category: pathOfPage,
      tag: pathOfPage,
      author: pathOfPage,
      series: pathOfPage,
      newest: pathOfPage,
      privacy: pathOfPage,
      saved: pathOfPage,
      follow: pathOfPage,
      accessibility: pathOfPage,
    })
    .nullish()
    .describe('First parts of the paths of lists and of the program’s pages.'),
  lineEnds: z
    .strictObject({
      narrowSpaces: z.boolean().nullish().describe('A space before ; : ! ? » and after « is narrow and ends no line.'),
      shortWords: words.describe('Letters that are words and end no line, such as "aoy".'),
      units: words.describe('Words after a number that stay with it; a star stands for any ending.'),
      scales: words.describe('Words such as million*, which a unit may follow.'),
      beforeNumbers: words.describe('Words and abbreviations before a number that stay with it.'),
    })
    .nullish()
    .describe('What stays on one line. Words are separated by spaces, in lower case.'),
})
type LanguageHead = z.output<typeof languageHead>
export const HEAD_KEYS: readonly string[] = Object.keys(languageHead.shape)

/**
 * With the texts and values of Polish.
 * @param language absent: all plural forms
 */
export function languageFile(language?: Language): z.ZodType<WrittenTexts> {
  const fields = {
    ...branchFields(LANGUAGE_TEXTS.pl as unknown as Tree, categoriesOf(language)),
    ...languageHead.shape,
  }
  return z.strictObject(fields as unknown as Record<string, z.ZodType<WrittenTexts>>)
}

export function categoriesOf(language?: Language): readonly Intl.LDMLPluralRule[] {
  if (language === undefined) return CATEGORIES
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return CATEGORIES.filter((category) => pluralCategories.includes(category))
}

function branchFields(tree: Tree, categories: readonly Intl.LDMLPluralRule[]): Record<string, z.ZodType> {
  const field = (inner: Tree[string]): z.ZodType => {
    if (typeof inner === 'string') return textWith(inner).nullish()
    if (isPlural(inner)) return pluralForms(inner, categories).nullish()
    return z.strictObject(branchFields(inner as Tree, categories)).nullish()
  }
  return Object.fromEntries(Object.entries(tree).map(([key, inner]) => [key, field(inner)]))
}

function pluralForms({ other }: PluralForms, categories: readonly Intl.LDMLPluralRule[]): z.ZodType {
  const form = (category: string) => textWith(other, FEW_NUMBERS.includes(category) ? ['count'] : []).nullish()
  return z
    .strictObject(Object.fromEntries(categories.map((category) => [category, form(category)])))
    .refine(
      (forms) => typeof forms.other === 'string' || Object.values(forms).every((one) => typeof one !== 'string'),
      'must have the form "other" too',
    )
}

export function missingTexts(language: Language, texts: WrittenTexts): string[] {
  return missingIn(LANGUAGE_TEXTS.pl as unknown as Tree, texts, categoriesOf(language), '')
}

function missingIn(tree: Tree, texts: WrittenTexts, categories: readonly string[], above: string): string[] {
  return Object.entries(tree).flatMap(([key, inner]) => {
    const [own, path] = [texts[key] ?? undefined, `${above}${key}`]
    if (typeof inner === 'string') return own === undefined ? [path] : []
    const branch = typeof own === 'object' ? own : {}
    if (isPlural(inner))
      return categories.filter((one) => typeof branch[one] !== 'string').map((one) => `${path}.${one}`)
    return missingIn(inner as Tree, branch, categories, `${path}.`)
  })
}

export function textsWithFallback(texts: WrittenTexts, fallback: LanguageTexts): LanguageTexts {
  // `languageFile` ensured the form.
  return filledTree(fallback as unknown as Tree, texts) as unknown as LanguageTexts
}

function filledTree(tree: Tree, texts: WrittenTexts): Tree {
  const entries = Object.entries(tree).map(([key, inner]): [string, Tree[string]] => {
    const own = texts[key] ?? undefined
    if (own === undefined) return [key, inner]
    if (typeof own === 'string') return [key, own]
    if (typeof inner === 'string' || !isPlural(inner)) return [key, filledTree(inner as Tree, own)]
    const forms = Object.entries(own).filter(([, form]) => typeof form === 'string')
    return [key, forms.length > 0 ? (Object.fromEntries(forms) as unknown as PluralForms) : inner]
  })
  return Object.fromEntries(entries)
}

/** The system has letters of other scripts. */
function subsetsOf(language: string, script = ''): Subset[] {
  const further: Readonly<Record<string, Subset[]>> = { Latn: language === 'fr' ? ['french'] : [], Cyrl: ['cyrillic'] }
  return Object.hasOwn(further, script) ? ['latin', ...(further[script] ?? [])] : []
}

/** @param fallback has the words of missing paths */
export function rulesIn(language: Language, head: LanguageHead, fallback: LanguageRules): LanguageRules {
  const { language: first, region, script } = new Intl.Locale(language).maximize()
  const { privacy, saved, follow, accessibility, ...lists } = filledFields(head.paths ?? {})
  const pathOf = (own: string | undefined, standard: string): string => (own === undefined ? standard : `/${own}`)
  const { narrowSpaces, shortWords, units = '', scales = '', beforeNumbers = '' } = filledFields(head.lineEnds ?? {})
  return {
    locale: language,
    ogLocale: region === undefined ? first : `${first}_${region}`,
    direction: head.dir === 'ltr' ? undefined : (head.dir ?? directionOf(language)),
    subsets: subsetsOf(first, script),
    paths: { ...fallback.paths, ...lists },
    privacy: pathOf(privacy, fallback.privacy),
    saved: pathOf(saved, fallback.saved),
    follow: pathOf(follow, fallback.follow),
    accessibility: pathOf(accessibility, fallback.accessibility),
    shortWords: shortWords ?? '',
    boundWords: { units, scales, beforeNumbers },
    hasNarrowSpaces: narrowSpaces,
  }
}

type Filled<T> = { [K in keyof T]?: NonNullable<T[K]> }

function filledFields<T extends object>(fields: T): Filled<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Filled<T>
}
