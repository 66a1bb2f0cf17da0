import type { ConsentGate } from './gate.ts'

/**
 * Links of the footer and of the page on privacy open the question (CONS-5). Where it does not come, they lead to the
 * page that says how consent is changed.
 */
export function startConsentChange(gate: ConsentGate): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-consent-settings]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void gate.change().then((isOpen) => {
      if (!isOpen) location.assign(link.href)
    })
  })
}
