import type { Integrations } from '../../src/integrations/settings.ts'

/** Where the document says which third parties are configured (views/document.tsx). */
export const SETTINGS_ID = 'integrations'

/** What the server wrote into the document; a page without it loads no third party. */
export function readSettings(): Integrations | undefined {
  // In the head only: what it says becomes a script, and nothing that the CMS wrote stands there.
  const text = document.head.querySelector(`script#${SETTINGS_ID}`)?.textContent
  return text ? (JSON.parse(text) as Integrations) : undefined
}
