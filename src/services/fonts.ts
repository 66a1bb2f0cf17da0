import type { Language } from '../languages/language.ts'

/** Families that come with the program (build/fonts.mjs). */
export const BUNDLED_FAMILIES = ['Bricolage Grotesque', 'Source Serif 4', 'Onest'] as const
export type BundledFamily = (typeof BUNDLED_FAMILIES)[number]

/** What every language's pages are set in, unless a service names others. Bricolage Grotesque has no Cyrillic. */
export const DEFAULT_FONTS: Readonly<Record<Language, { headings: BundledFamily; text: BundledFamily }>> = {
  pl: { headings: 'Bricolage Grotesque', text: 'Source Serif 4' },
  en: { headings: 'Bricolage Grotesque', text: 'Source Serif 4' },
  de: { headings: 'Bricolage Grotesque', text: 'Source Serif 4' },
  uk: { headings: 'Onest', text: 'Source Serif 4' },
}

type Subset = 'latin' | 'latin-ext' | 'cyrillic'

/** Parts of a font that a language's pages need from their first view on. */
const SUBSETS: Readonly<Record<Language, readonly Subset[]>> = {
  pl: ['latin', 'latin-ext'],
  en: ['latin'],
  de: ['latin'],
  uk: ['latin', 'cyrillic'],
}

/**
 * Names of the build's font files that a service's first view needs: `onest-cyrillic`.
 * @param fonts that differ from the program's style sheet
 */
export function firstViewFonts(
  language: Language,
  { headings = DEFAULT_FONTS.pl.headings, text = DEFAULT_FONTS.pl.text }: { headings?: string; text?: string },
): string[] {
  return BUNDLED_FAMILIES.filter((family) => family === headings || family === text).flatMap((family) =>
    SUBSETS[language].map((subset) => `${family.toLowerCase().replaceAll(' ', '-')}-${subset}`),
  )
}

/** The families of a service that differ from those of the program's style sheet. */
export function ownFonts(
  language: Language,
  {
    headings = DEFAULT_FONTS[language].headings,
    text = DEFAULT_FONTS[language].text,
  }: Partial<Record<'headings' | 'text', string | undefined>> = {},
): { headings?: string; text?: string } {
  const { pl: program } = DEFAULT_FONTS
  return { ...(headings !== program.headings && { headings }), ...(text !== program.text && { text }) }
}
