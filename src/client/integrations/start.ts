import type { Integrations } from '../../integrations/settings.ts'
import { startAnalytics } from './analytics.ts'
import { startComments } from './comments.ts'
import { consentGate } from './consent.ts'
import { startConsentSettings } from './consent-settings.ts'
import { startMarfeel } from './marfeel.ts'
import { loadScript } from './script.ts'
import { readSettings } from './settings.ts'

/** Starts each configured third party once consent is granted. Runs when the browser is idle. */
export function startIntegrations(): void {
  const settings = readSettings()
  if (!settings) return
  const gate = consentGate()
  startConsentSettings()
  gate.whenGranted('consent', () => startGranted(settings))
  const { audienceScript, comments } = settings
  if (audienceScript) gate.whenGranted('audience', () => void loadScript(audienceScript))
  if (comments) gate.whenGranted('comments', () => startComments(comments))
}

function startGranted({ adNetwork, analyticsId, marfeelAccount, pushScript }: Integrations): void {
  if (analyticsId) startAnalytics(analyticsId)
  if (marfeelAccount) startMarfeel()
  if (pushScript) void loadScript(pushScript)
  if (adNetwork) import('./ads/ads.ts').then(({ startAds }) => startAds(adNetwork)).catch(() => {})
}
