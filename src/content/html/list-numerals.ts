/** Letters and Roman numerals of an ordered list, by the values of its attribute `type`, and their names in CSS. */
const NAMES = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' } as const

export type ListNumerals = keyof typeof NAMES

/** Other names of CSS for the same. */
const SYNONYMS: Readonly<Record<string, ListNumerals>> = { 'lower-latin': 'a', 'upper-latin': 'A' }

/** The letters or numerals that a `type`, or a `list-style-type`, names; undefined for digits and anything else. */
export function listNumerals(written: string | undefined): ListNumerals | undefined {
  const name = written?.trim() ?? ''
  if (Object.hasOwn(NAMES, name)) return name as ListNumerals
  if (Object.hasOwn(SYNONYMS, name)) return SYNONYMS[name]
  return (Object.keys(NAMES) as ListNumerals[]).find((numerals) => NAMES[numerals] === name)
}

/** The class for style sheets: selectors compare a `type` in any case, and `a` is not `A`. */
export function numeralsClass(numerals: ListNumerals): string {
  return NAMES[numerals]
}
