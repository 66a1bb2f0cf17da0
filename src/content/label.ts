import type { Service } from '../services/service.ts'
import { cssColour } from './colour.ts'

/** What stands above a card's title: the name and colour of the portal it comes from. */
export interface SourceLabel {
  name: string
  color: string
}

/**
 * The source label of a post (spec 3, "Service modes"; decision 16): 'Nie wyświetlaj' hides it, 'Ustaw' takes the
 * custom colour and name, anything else is the service's own.
 */
export function sourceLabel(
  settings: { mode?: string | undefined; name?: string | undefined; color?: string | undefined },
  service: Service,
): SourceLabel | undefined {
  if (settings.mode === 'Nie wyświetlaj') return undefined
  if (settings.mode !== 'Ustaw') return { name: service.title, color: service.color }
  return { name: settings.name || service.title, color: cssColour(settings.color) ?? service.color }
}
