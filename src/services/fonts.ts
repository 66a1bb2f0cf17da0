import { type BundledLanguage, isBundledLanguage, type Language, rulesOf } from '../languages/language.ts'
import type { Service } from './service.ts'

/** Families that come with the program (build/fonts.mjs). */
export const BUNDLED_FAMILIES = ['Bricolage Grotesque', 'Source Serif 4', 'Onest'] as const
export type BundledFamily = (typeof BUNDLED_FAMILIES)[number]

export const DEFAULT_FONTS: Readonly<Record<BundledLanguage, { headings: BundledFamily; text: BundledFamily }>> = {
  pl: { headings: 'Bricolage Grotesque', text: 'Source Serif 4' },
  en: { headings: 'Bricolage Grotesque', text: 'Source Serif 4' },
  de: { headings: 'Bricolage Grotesque', text: 'Source Serif 4' },
  uk: { headings: 'Onest', text: 'Source Serif 4' },
}

const defaultFonts = (language: Language): Readonly<Record<'headings' | 'text', BundledFamily>> =>
  DEFAULT_FONTS[subsetsOf(language).includes('cyrillic') ? 'uk' : 'pl']

export type Subset = 'latin' | 'french' | 'polish' | 'cyrillic'

/** Subsets for the first view. */
const SUBSETS: Readonly<Record<BundledLanguage, readonly Subset[]>> = {
  pl: ['latin', 'polish'],
  en: ['latin'],
  de: ['latin'],
  uk: ['latin', 'cyrillic'],
}

function subsetsOf(language: Language): readonly string[] {
  return isBundledLanguage(language) ? SUBSETS[language] : (rulesOf(language).subsets ?? SUBSETS.en)
}

type Families = Partial<Record<'headings' | 'text', string | undefined>>

const WITH_ITALIC: readonly BundledFamily[] = ['Source Serif 4']

/**
 * @returns build files of a first view: `onest-cyrillic`
 * @param fonts that differ from the program's
 */
export function firstViewFonts(language: Language, fonts: Families): string[] {
  return usedFamilies(fonts).flatMap((family) => filesOf(family, language))
}

export function italicFonts(language: Language, fonts: Families): string[] {
  return usedFamilies(fonts)
    .filter((family) => WITH_ITALIC.includes(family))
    .flatMap((family) => filesOf(`${family} italic`, language))
}

function usedFamilies({
  headings = DEFAULT_FONTS.pl.headings,
  text = DEFAULT_FONTS.pl.text,
}: Families): BundledFamily[] {
  return BUNDLED_FAMILIES.filter((family) => family === headings || family === text)
}

/** @returns build files: `onest-title-cyrillic`; none for a site's own font */
export function titleFonts(language: Language, { headings = DEFAULT_FONTS.pl.headings }: Families): string[] {
  // A language's letters first: a word must not be set in two faces.
  return isBundled(headings) && isBundledLanguage(language) ? filesOf(`${headings} title`, language).toReversed() : []
}

/** As in build/fonts.mjs. */
export function titleFamily(family: BundledFamily): string {
  return `${family} Title`
}

export function isBundled(family: string): family is BundledFamily {
  return BUNDLED_FAMILIES.some((bundled) => bundled === family)
}

/** The name alone tells the kind. */
const SERIF =
  /\b(?:serif|slab|roman|times|georgia|garamond|caslon|baskerville|bodoni|didot|antiqua|playfair|merriweather|lora|spectral|crimson|literata|newsreader|fraunces|bitter|arvo|cambria|palatino|charter)\b/i

export function isSerif(family: string): boolean {
  return SERIF.test(family) && !/\bsans\b/i.test(family)
}

function filesOf(cut: string, language: Language): string[] {
  return subsetsOf(language).map((subset) => `${cut.toLowerCase().replaceAll(' ', '-')}-${subset}`)
}

/** Rare families and Cyrillic have a sheet of their own (views/styles/features/further-fonts.css). */
export function usesFurtherFonts({
  language,
  fonts,
  ownRules,
}: Pick<Service, 'language' | 'fonts' | 'ownRules'>): boolean {
  return (
    !isBundledLanguage(language) ||
    subsetsOf(language).includes('cyrillic') ||
    usedFamilies(fonts).includes('Onest') ||
    /\bOnest\b/.test(ownRules?.page ?? '')
  )
}

export function ownFonts(
  language: Language,
  {
    headings = defaultFonts(language).headings,
    text = defaultFonts(language).text,
  }: Partial<Record<'headings' | 'text', string | undefined>> = {},
): { headings?: string; text?: string } {
  const { pl: program } = DEFAULT_FONTS
  return {
    headings: headings === program.headings ? undefined : headings,
    text: text === program.text ? undefined : text,
  }
}
