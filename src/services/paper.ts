import type { Service } from './service.ts'

/** As in `views/styles/tokens.css`. */
export const PAPER = { light: '#fffdf9', dark: '#15141a' } as const

export function paperOf({ paper }: Pick<Service, 'paper'>): { light: string; dark: string } {
  return paper ?? PAPER
}
