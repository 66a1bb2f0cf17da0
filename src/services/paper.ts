import type { Service } from './service.ts'

/** `views/styles/tokens.css` has the same values. */
export const PAPER = { light: '#fffdf9', dark: '#15141a' } as const

export function paperOf({ paper }: Pick<Service, 'paper'>): { light: string; dark: string } {
  return paper ?? PAPER
}
