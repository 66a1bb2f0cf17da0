import type { BrowserSettings } from '../../integrations/browser-settings.ts'
import { SETTINGS_ID } from '../../integrations/settings.ts'

export function readSettings(): BrowserSettings | undefined {
  // The settings become scripts, and no CMS content can be in the head.
  const text = document.head.querySelector(`script#${SETTINGS_ID}`)?.textContent
  return text ? (JSON.parse(text) as BrowserSettings) : undefined
}
