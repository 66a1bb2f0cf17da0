import type { BrowserSettings } from '../../integrations/browser-settings.ts'

/** Id of the script element with the third parties' settings (views/document/document.tsx). */
export const SETTINGS_ID = 'integrations'

/** The server's settings; without them no third party loads. */
export function readSettings(): BrowserSettings | undefined {
  // Only from the head, where no CMS content can be: the settings become scripts.
  const text = document.head.querySelector(`script#${SETTINGS_ID}`)?.textContent
  return text ? (JSON.parse(text) as BrowserSettings) : undefined
}
