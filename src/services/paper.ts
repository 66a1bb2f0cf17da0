import type { Service } from './service.ts'

/**
 * The page's background in both themes, for places outside style sheets; `views/styles/tokens.css` has the same values.
 */
export const PAPER = { light: '#fffdf9', dark: '#15141a' } as const

/** The background of a service's pages. */
export function paperOf({ paper }: Pick<Service, 'paper'>): { light: string; dark: string } {
  return paper ?? PAPER
}
