export interface ScriptedIslands {
  'newsletter-form': NewsletterTexts
  'search-box': undefined
}

export interface NewsletterTexts {
  submit: string
  sending: string
  sent: string
  added: string
  known: string
  mailed: string
  failed: string
  tooMany: string
  invalidEmail: string
  consentRequired: string
}

export type IslandName = keyof ScriptedIslands | 'search-results'

export function islandProps<P extends object>(root: HTMLElement): P {
  return JSON.parse(root.dataset.props ?? '{}') as P
}
