import { NO_ADS_ATTRIBUTE } from '../../../views/document/inline-scripts.ts'
import { type Integrations, type ScriptConsent, waitsForConsent } from '../../integrations/settings.ts'
import type { OnView } from '../boot/views.ts'
import type { startAds } from './ads/ads.ts'
import { startComments } from './comments.ts'
import { type ConsentGate, consentGate, readSettings, startConsentChange } from './consent/gate.ts'
import type { ConsentParts, Flag, Purpose } from './consent/purposes.ts'
import { countViews, signalConsent, startAnalytics, startMarfeel } from './measurement.ts'
import { loadScript } from './script.ts'

const PURPOSE_OF: Record<ScriptConsent, Purpose> = {
  advertising: 'advertising',
  comments: 'comments',
  measurement: 'audience',
}

interface IntegrationParts extends ConsentParts {
  ads(): Promise<{ startAds: typeof startAds }>
  onView: OnView
}

export function start(_settings: HTMLElement, parts: IntegrationParts): void {
  const settings = readSettings()
  if (!settings) return
  const { adNetwork, analyticsId, audienceScript, comments, scripts = [], consent, counters } = settings
  if (counters) countViews(counters, parts.onView)
  const gate = consentGate(parts)
  const isGoogle = adNetwork !== undefined || analyticsId !== undefined
  if (waitsForConsent(consent)) {
    if (isGoogle) signalConsent(gate)
    startConsentChange(gate)
  }
  startOwn(gate, settings, parts)
  if (audienceScript) gate.whenGranted('audience', () => void loadScript(audienceScript))
  if (comments && document.querySelector('[data-comments]')) {
    gate.whenGranted('comments', () => startComments(comments))
  }
  for (const { url, consent: needed, attributes } of scripts) {
    gate.whenGranted(PURPOSE_OF[needed], () => void loadScript(url, attributes))
  }
}

function startOwn(
  gate: ConsentGate,
  { adNetwork, analyticsId, marfeelAccount, pushScript }: Integrations,
  { ads, onView }: IntegrationParts,
): void {
  if (analyticsId) gate.whenGranted('measurement', () => startAnalytics(analyticsId, onView))
  if (marfeelAccount) gate.whenGranted('measurement', () => startMarfeel(onView))
  if (pushScript) gate.whenGranted('notifications', () => void loadScript(pushScript))
  if (!adNetwork) return
  gate.onChange(() => closePlaces(gate.decisionOn('advertising')))
  gate.whenGranted('advertising', () => {
    ads()
      .then(({ startAds }) => startAds(adNetwork))
      .catch(() => {})
  })
}

/** What a reader sees moves only by their click (ADS-19). */
function closePlaces(decision: Flag | undefined): void {
  if (decision === undefined) return
  const isAsked = navigator.userActivation?.isActive
  for (const place of document.querySelectorAll('.needs-consent')) {
    place.classList.toggle('is-kept', !isAsked && place.getBoundingClientRect().top < innerHeight)
  }
  document.documentElement.toggleAttribute(NO_ADS_ATTRIBUTE, decision === false)
}
