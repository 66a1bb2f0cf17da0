import type { Category } from './parties.ts'
import { hasIntegrations, type Integrations } from './settings.ts'
import { categoriesOf, thirdPartiesOf } from './third-parties.ts'

/** The document's settings of third parties, in its head. */
export interface BrowserSettings extends Integrations {
  /** With `own`: the categories of the question, with the ids of those that a consent is for. */
  asks?: Partial<Record<Category, string[]>>
  /** Its style sheet. */
  dialogStyles?: string
}

/** Embedded content needs consent wherever it is clicked: an entry of its own, with no third party by its name. */
const EMBEDS = 'embeds'

/**
 * What a document says to its scripts; `undefined`: nothing, because nothing is configured and nothing waits.
 * @param hasAnimations Giphy is configured
 * @param dialogStyles URL of the dialogue's style sheet
 */
export function browserSettings(
  integrations: Integrations,
  hasAnimations: boolean,
  dialogStyles: string,
): BrowserSettings | undefined {
  // Animations of texts must not play where nothing that needs consent loads.
  if (integrations.consent === 'none') return hasAnimations ? integrations : undefined
  if (!hasIntegrations(integrations)) return undefined
  if (integrations.consent !== 'own') return integrations
  return { ...integrations, asks: askedCategories(integrations, hasAnimations), dialogStyles }
}

/** The categories of the question: of everything configured, and of embedded content, which any text may have. */
export function askedCategories(
  integrations: Integrations,
  hasAnimations: boolean,
): Partial<Record<Category, string[]>> {
  const configured = categoriesOf(thirdPartiesOf(integrations, { hasAnimations }))
  return { ...configured, embeds: [...(configured.embeds ?? []), EMBEDS] }
}
