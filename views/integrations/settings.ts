import type { Integrations } from '../../src/integrations/settings.ts'

/** Where the document says which third parties are configured (views/document.tsx). */
export const SETTINGS_ID = 'integrations'

/** What the server wrote into the document; a page without it loads no third party. */
export function readSettings(): Integrations | undefined {
  const text = document.getElementById(SETTINGS_ID)?.textContent
  return text ? (JSON.parse(text) as Integrations) : undefined
}
