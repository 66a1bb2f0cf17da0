import type { Integrations, ScriptConsent } from '../../integrations/settings.ts'
import { startAnalytics } from './analytics.ts'
import { startComments } from './comments.ts'
import { consentGate, type Purpose } from './consent.ts'
import { startConsentSettings } from './consent-settings.ts'
import { startMarfeel } from './marfeel.ts'
import { loadScript } from './script.ts'
import { readSettings } from './settings.ts'

/** The purpose that each script of the site's own waits for (CONS-7). */
const PURPOSE_OF: Record<ScriptConsent, Purpose> = {
  advertising: 'consent',
  comments: 'comments',
  measurement: 'audience',
}

/** Starts each configured third party once consent is granted. Runs when the browser is idle. */
export function startIntegrations(): void {
  const settings = readSettings()
  if (!settings) return
  const gate = consentGate()
  startConsentSettings()
  gate.whenGranted('consent', () => startGranted(settings))
  const { audienceScript, comments, scripts = [] } = settings
  if (audienceScript) gate.whenGranted('audience', () => void loadScript(audienceScript))
  if (comments) gate.whenGranted('comments', () => startComments(comments))
  for (const { url, consent, attributes } of scripts) {
    gate.whenGranted(PURPOSE_OF[consent], () => void loadScript(url, attributes))
  }
}

function startGranted({ adNetwork, analyticsId, marfeelAccount, pushScript }: Integrations): void {
  if (analyticsId) startAnalytics(analyticsId)
  if (marfeelAccount) startMarfeel()
  if (pushScript) void loadScript(pushScript)
  if (adNetwork) import('./ads/ads.ts').then(({ startAds }) => startAds(adNetwork)).catch(() => {})
}
