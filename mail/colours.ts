import { paperOf } from '../src/services/paper.ts'
import type { Service } from '../src/services/service.ts'

/** Hex of six digits; `views/styles/tokens.css` has the same values. */
export interface MailColours {
  paper: string
  surface: string
  ink: string
  inkSoft: string
  line: string
  accent: string
}

const LIGHT = { surface: '#f5f1ea', ink: '#1b1922', inkSoft: '#5a5563', line: '#ddd6cb' } as const
const DARK = { surface: '#201e27', ink: '#ece8e1', inkSoft: '#aaa4b3', line: '#37343f' } as const

/** A mail stands in the theme of the reader's program (ISSUE-5). */
export function coloursOf(service: Service): { light: MailColours; dark: MailColours } {
  const paper = paperOf(service)
  return {
    light: { ...LIGHT, paper: paper.light, accent: service.color },
    dark: { ...DARK, paper: paper.dark, accent: service.colorOnDark },
  }
}
