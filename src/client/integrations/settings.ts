import type { BrowserSettings } from '../../integrations/browser-settings.ts'
import { SETTINGS_ID } from '../../integrations/settings.ts'

/** The server's settings; without them no third party loads. */
export function readSettings(): BrowserSettings | undefined {
  // Only from the head, where no CMS content can be: the settings become scripts.
  const text = document.head.querySelector(`script#${SETTINGS_ID}`)?.textContent
  return text ? (JSON.parse(text) as BrowserSettings) : undefined
}
