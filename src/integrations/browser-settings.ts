import { hasIntegrations, type Integrations } from './settings.ts'
import { categoriesOf, thirdPartiesOf } from './third-parties.ts'
import type { Category } from './third-party.ts'

export interface BrowserSettings extends Integrations {
  asks?: Partial<Record<Category, string[]>>
  dialogStyles?: string
}

const EMBEDS = 'embeds'

/**
 * @param dialogStyles URL
 * @returns undefined where nothing is configured or waits
 */
export function browserSettings(
  integrations: Integrations,
  hasAnimations: boolean,
  dialogStyles: string,
): BrowserSettings | undefined {
  // They must not play where nothing may load.
  const { consent, counters } = integrations
  const isCounted = counters !== undefined && counters.length > 0
  if (consent === 'none') return hasAnimations || isCounted ? integrations : undefined
  if (!hasIntegrations(integrations)) return isCounted ? integrations : undefined
  if (consent !== 'own') return integrations
  return { ...integrations, asks: askedCategories(integrations, hasAnimations), dialogStyles }
}

/** Any text may have embedded content. */
export function askedCategories(
  integrations: Integrations,
  hasAnimations: boolean,
): Partial<Record<Category, string[]>> {
  const configured = categoriesOf(thirdPartiesOf(integrations, { hasAnimations }))
  return { ...configured, embeds: [...(configured.embeds ?? []), EMBEDS] }
}
