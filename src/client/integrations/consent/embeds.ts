import { waitsForConsent } from '../../../integrations/settings.ts'
import { readSettings } from '../settings.ts'
import { consentGate } from './gate.ts'

/**
 * Content that a reader has clicked waits for consent (CONS-8), and the click asks for it where nobody has agreed. Where
 * nobody can ask, the click is enough (CONS-14).
 */
export function loadWhenGranted(box: HTMLElement, waiting: string, run: () => void): void {
  if (!waitsForConsent(readSettings()?.consent ?? 'preset')) {
    run()
    return
  }
  const gate = consentGate()
  const notice = box.querySelector('.embed-notice')
  gate.whenGranted('embeds', run)
  if (gate.isGranted('embeds')) return
  if (notice) notice.textContent = waiting
  void gate.change()
}
