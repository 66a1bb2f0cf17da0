/** Names in CSS by the values of the attribute `type`. */
const NAMES = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' } as const

export type ListNumerals = keyof typeof NAMES

const SYNONYMS: Readonly<Record<string, ListNumerals>> = { 'lower-latin': 'a', 'upper-latin': 'A' }

/** Reads a `type` or a `list-style-type`; undefined for digits and anything else. */
export function listNumerals(written: string | undefined): ListNumerals | undefined {
  const name = written?.trim() ?? ''
  if (Object.hasOwn(NAMES, name)) return name as ListNumerals
  if (Object.hasOwn(SYNONYMS, name)) return SYNONYMS[name]
  return (Object.keys(NAMES) as ListNumerals[]).find((numerals) => NAMES[numerals] === name)
}

/** Selectors compare a `type` in any case, and `a` is not `A`. */
export function numeralsClass(numerals: ListNumerals): string {
  return NAMES[numerals]
}
